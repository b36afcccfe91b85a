// The one door for household files: whatever a user drops becomes one pack and a few notes, or a Problem with the next step.
// Invariant: a file dropped alone is taken or refused; of many, those that cannot be played are left out and counted. Nothing about
// a drop is remembered between calls.
import { Problem } from '../../../core/problem.ts';
import { benchmarkAppliances, COMPACT_FORMAT } from '../compact.ts';
import { parseGrammarFile } from '../grammar-file.ts';
import type { HouseSpec } from '../house.ts';
import { byCodeUnit } from '../names.ts';
import { Wording } from '../texts.ts';
import { asEdited, DROPPED, gameOf, isGame, readGameFile, SharedTexts } from './game-file.ts';
import type { GameFile } from './game-file.ts';
import { gunzip, isGzip } from './inflate.ts';
import { LIMITS, megabytes, tooLarge, wrongFile } from './limits.ts';
import type { NamedBytes } from './limits.ts';
import { PACK_FORMAT, packName, packSize, readHouses, readPack, sinkCleans, versionOf } from './pack.ts';
import type { EditedGame, HouseholdPack, PackSplit } from './pack.ts';
import { sourcesOf } from './sources.ts';
import type { Source } from './sources.ts';
import { decodeText, parseObject } from './text.ts';

export interface HouseholdFiles {
  readonly pack: HouseholdPack;
  /** Plain sentences for the user: what was taken, left out, and what is missing. */
  readonly notes: readonly string[];
}

/** Codes that stop a whole drop: going on would be what such a file wants. */
const FATAL = ['zip-bomb', 'too-large'];

/**
 * Reads what a user dropped: a game.tw-pddl, the files of a folder, a zip of a release, compact packs with a .twl2, or a household.pack.
 * Everything is checked; a game that the compiled engine cannot play is kept for the generic one.
 * @throws Problem naming the file and the field, with the next step.
 */
export function readHouseholdFiles(files: readonly NamedBytes[]): HouseholdFiles {
  const drop = new Drop(nameOf(files));
  const sources = sourcesOf(files);
  const alone = sources.length === 1;
  for (const source of sources) drop.take(source, alone);
  return drop.finish();
}

/** A pack is called by its zip or top folder, else by its first file. */
function nameOf(files: readonly NamedBytes[]): string {
  const first = (files[0]?.name ?? '').replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
  return packName(first.split('/')[0].replace(/\.(zip|json\.gz|json|pack|tw-pddl)$/, ''));
}

interface Kept {
  readonly game: GameFile;
  readonly source: Source;
}

class Drop {
  private readonly name: string;
  private readonly shared = new SharedTexts();
  private readonly games = new Map<string, Kept>();
  /** Games for the compiled engine by grammar and rule of the sink; a pack has one of each. */
  private readonly grammars = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private readonly grammarFiles: string[] = [];
  private readonly compact: HouseSpec[] = [];
  private pack: HouseholdPack | null = null;
  private first: Problem | null = null;
  private firstUnreadable = '';
  private reason = '';
  private unsolvable = 0;
  private unreadable = 0;
  private ignored = 0;
  private repeated = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Takes one file. Alone, a file is looked into whatever its name is. */
  take(source: Source, alone: boolean): void {
    if (source.kind === 'unknown' && !alone) {
      this.ignored++;
      return;
    }
    try {
      this.read(source);
    } catch (error) {
      if (!(error instanceof Problem) || alone || FATAL.includes(error.code)) throw error;
      if (error.code === 'unsolvable') this.unsolvable++;
      else if (this.unreadable++ === 0) this.firstUnreadable = error.message;
      this.first ??= error;
    }
  }

  private read(source: Source): void {
    const { path, kind } = source;
    const bytes = source.read();
    if (kind === 'grammar') {
      const text = decodeText({ name: path, bytes: capped(path, bytes) });
      parseGrammarFile(text);
      this.grammarFiles.push(text);
    } else if (kind === 'game' && !isGzip(bytes)) {
      // A pack that was made of a lone game is stored under the name of the game.
      this.keep(readGameFile(path, decodeText({ name: path, bytes: capped(path, bytes) }), this.shared), source);
    } else this.readJson(source, isGzip(bytes) ? gunzip({ name: path, bytes }) : bytes);
  }

  /** A file that says what it is by its content. */
  private readJson(source: Source, bytes: Uint8Array): void {
    const { path } = source;
    if (source.kind === 'unknown' && bytes.subarray(0, 1000).find((byte) => byte > 32) !== 0x7b) {
      throw wrongFile(path, 'it is neither a zip nor JSON');
    }
    if (bytes.length > LIMITS.pack) throw tooLarge(path, `a pack has at most ${megabytes(LIMITS.pack)}`);
    const json = parseObject(path, decodeText({ name: path, bytes }));
    if (json['format'] === PACK_FORMAT) this.pack = readPack(json, path);
    else if (isGame(json)) this.keep(gameOf(path, json, this.shared), source);
    else if (json['format'] === COMPACT_FORMAT)
      for (const house of readHouses(json, path, false)) this.compact.push(house);
    else throw wrongFile(path, 'its JSON is neither a game nor a pack of games');
  }

  private keep(game: GameFile, source: Source): void {
    if (this.games.has(game.id)) {
      this.repeated++;
      return;
    }
    if (this.games.size >= LIMITS.games) throw tooLarge('the drop', `more than ${LIMITS.games} games`);
    // The games of a release repeat one grammar: kept once.
    const grammar = this.texts.get(game.grammar) ?? game.grammar;
    this.texts.set(grammar, grammar);
    this.games.set(game.id, { game: { ...game, grammar }, source });
    if ('edited' in game) this.reason ||= game.reason;
    else this.grammars.set(kindOf(game), (this.grammars.get(kindOf(game)) ?? 0) + 1);
  }

  finish(): HouseholdFiles {
    if (this.pack !== null) {
      if (this.games.size + this.compact.length > 0) throw mixed();
      return { pack: this.pack, notes: this.notes(this.pack) };
    }
    const common = this.commonKind();
    const grammar = common === null ? this.grammarBeside() : common.slice(1);
    const version = versionOf(grammar);
    const splits = new Map<string, { games: HouseSpec[]; edited: EditedGame[] }>();
    const split = (id: string): { games: HouseSpec[]; edited: EditedGame[] } => {
      const known = splits.get(id) ?? { games: [], edited: [] };
      splits.set(id, known);
      return known;
    };
    for (const { game, source } of this.games.values()) {
      if (kindOf(game) === common && 'house' in game) split(game.split).games.push(game.house);
      else split(game.split).edited.push(asEdited(source.path, textOf(source), game));
    }
    for (const house of this.compactHouses(common === null ? version === '2.1.1' : common.startsWith('+')))
      split(splitOf(house.id)).games.push(house);
    const pack: HouseholdPack = {
      name: this.name,
      version,
      grammar,
      splits: [...splits].map(sortedSplit).sort(bySplit),
    };
    if (packSize(pack) === 0) throw this.first ?? wrongFile(this.name, 'there is no game in it');
    return { pack, notes: this.notes(pack) };
  }

  private commonKind(): string | null {
    let best: string | null = null;
    for (const [kind, count] of this.grammars) if (best === null || count > this.grammars.get(best)!) best = kind;
    return best;
  }

  /** The grammar that lies beside compact packs (the newer one of two), else none. */
  private grammarBeside(): string | null {
    const beside = this.grammarFiles.find((text) => versionOf(text) === '2.1.3') ?? this.grammarFiles.at(0) ?? null;
    // Compact games have no domain for the generic engine, so the compiled one must be able to answer the grammar.
    if (beside !== null) new Wording(parseGrammarFile(beside));
    return beside;
  }

  private *compactHouses(sink: boolean): Generator<HouseSpec> {
    const appliances = benchmarkAppliances(sink);
    const seen = new Set(this.games.keys());
    for (const house of this.compact) {
      if (seen.has(house.id)) this.repeated++;
      else yield { ...house, appliances };
      seen.add(house.id);
    }
  }

  private notes(pack: HouseholdPack): string[] {
    const edited = pack.splits.reduce((sum, split) => sum + split.edited.length, 0);
    const notes = pack.splits.map(
      ({ id, games, edited: own }) => `${id}: ${count(games.length + own.length, 'game')}.`,
    );
    if (edited > 0)
      notes.push(
        `${count(edited, 'game')} played by the general engine, more slowly${this.reason === '' ? '' : `: ${this.reason}`}.`,
      );
    if (this.unsolvable > 0)
      notes.push(`${count(this.unsolvable, 'unsolvable game')} left out, as the benchmark does.`);
    if (this.unreadable > 0)
      notes.push(`${count(this.unreadable, 'file')} left out as unreadable. The first: ${this.firstUnreadable}`);
    if (this.repeated > 0) notes.push(`${count(this.repeated, 'game')} left out because it was there already.`);
    if (this.ignored > 0) notes.push(`${count(this.ignored, 'other file')} not needed.`);
    if (pack.grammar === null)
      notes.push(
        'No grammar came with these games, so they speak in our own words. Drop alfred.twl2 together with them to hear the original ones.',
      );
    return notes;
  }
}

/** A mark of the rule of the sink, then the grammar: what must agree among the houses of a pack. */
function kindOf(game: GameFile): string {
  return ('house' in game && sinkCleans(game.house) ? '+' : '-') + game.grammar;
}

function capped(path: string, bytes: Uint8Array): Uint8Array {
  if (bytes.length <= LIMITS.entry) return bytes;
  throw tooLarge(path, 'a game or grammar file has at most 8 MB');
}

function textOf(source: Source): string {
  const bytes = source.read();
  return decodeText({ name: source.path, bytes: isGzip(bytes) ? gunzip({ name: source.path, bytes }) : bytes });
}

/** Split of a game by the first part of its id. */
function splitOf(id: string): string {
  const at = id.indexOf('/');
  return at > 0 && /^(train|valid_seen|valid_unseen|valid_train)$/.test(id.slice(0, at)) ? id.slice(0, at) : DROPPED;
}

function sortedSplit([id, { games, edited }]: [string, { games: HouseSpec[]; edited: EditedGame[] }]): PackSplit {
  const byId = (a: { id: string }, b: { id: string }): number => byCodeUnit(a.id, b.id);
  return { id, games: games.sort(byId), edited: edited.sort(byId) };
}

function bySplit(a: PackSplit, b: PackSplit): number {
  return byCodeUnit(a.id, b.id);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

function mixed(): Problem {
  return new Problem({
    code: 'mixed-drop',
    message: 'A household.pack was dropped together with other games.',
    nextStep: 'Drop the pack by itself.',
  });
}
