// One game.tw-pddl: JSON with a domain, a grammar and a problem (worlds.md 1.1), of any data version.
// Invariant: sentences are never matched against known ones: the task sentence is read from the file's own grammar, and the grammar
// is kept with a placeholder in its place, so that the games of a release share one grammar.
import { Problem } from '../../../core/problem.ts';
import { parseGrammarFile } from '../grammar-file.ts';
import { GOAL_PLACEHOLDER } from '../grammar.ts';
import type { HouseSpec } from '../house.ts';
import { goalOf, taskTypeOf } from '../pddl/goal-shape.ts';
import { parseDomain, parseProblem } from '../pddl/parse.ts';
import { Story } from '../pddl/story.ts';
import { toHouse } from '../pddl/to-house.ts';
import { knownDomain } from '../pddl/variant.ts';
import type { KnownDomain } from '../pddl/variant.ts';
import { Wording } from '../texts.ts';
import { badField, LIMITS, tooLarge, wrongFile } from './limits.ts';
import { isCompact } from './pack.ts';
import type { EditedGame } from './pack.ts';
import { parseObject } from './text.ts';

/** What one file holds: a house for the compiled engine, or texts for the generic one with the reason. */
export type GameFile = {
  readonly split: string;
  readonly id: string;
  /** Its grammar with the placeholder. */
  readonly grammar: string;
} & ({ readonly house: HouseSpec } | { readonly edited: EditedGame; readonly reason: string });

/** Split of a file that lies in no split folder. */
export const DROPPED = 'dropped';
const SPLITS = ['train', 'valid_seen', 'valid_unseen', 'valid_train'];
const SENTENCE = /Your task is to: (.*?)\./;

/** Results that hold for a text whatever file it stands in; a release repeats both texts in every file. */
export class SharedTexts {
  private readonly domains = new Map<string, KnownDomain | null>();
  private readonly grammars = new Map<string, boolean | null>();
  private readonly tables = new Map<string, HouseSpec['canContain']>();

  domain(text: string, name: string): KnownDomain | null {
    return remember(this.domains, text, () => knownDomain(parseDomain({ name: `${name}, pddl_domain`, text })));
  }

  /** Whether the grammar has the command `help`; null where the compiled engine cannot answer all that it asks. */
  grammarHelp(text: string): boolean | null {
    return remember(this.grammars, text, () => {
      const source = parseGrammarFile(text);
      try {
        return new Wording(source).hasHelp;
      } catch (error) {
        // The generic engine may still play it; if it cannot either, it says why.
        if (error instanceof Problem) return null;
        throw error;
      }
    });
  }

  /**
   * The house as data of its own. Ids cut out of a text keep the whole text in memory, and each game repeats one of a hundred tables:
   * without this a release takes 200 MB more.
   */
  detached({ canContain, ...rest }: HouseSpec): HouseSpec {
    const key = JSON.stringify(canContain);
    const table = this.tables.get(key) ?? (JSON.parse(key) as HouseSpec['canContain']);
    this.tables.set(key, table);
    return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), canContain: table };
  }
}

/** Keeps few results: what does not repeat is not worth keeping. */
function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as T;
  const made = make();
  if (known.size >= 16) known.clear();
  known.set(key, made);
  return made;
}

/** A refusal of a game that a release marks as unsolvable, or does not mark. */
function unsolvable(name: string, missing: boolean): Problem {
  const why = missing ? 'does not say that it can be solved (`solvable` is missing)' : 'is marked as unsolvable';
  return new Problem({
    code: 'unsolvable',
    message: `${name} ${why}. The benchmark leaves such games out.`,
    nextStep: 'Drop another game: those with `"solvable": true`.',
  });
}

/**
 * Reads the text of a game file.
 * @throws Problem `unsolvable`, `too-large`, `truncated`, `not-a-game-file`, `bad-field`, or one of the PDDL and grammar problems.
 */
export function readGameFile(name: string, text: string, shared: SharedTexts): GameFile {
  if (text.length > LIMITS.entry) throw tooLarge(name, 'a game has at most 8 MB');
  return gameOf(name, parseObject(name, text), shared);
}

/** The same for JSON that is parsed already. */
export function gameOf(name: string, json: Readonly<Record<string, unknown>>, shared: SharedTexts): GameFile {
  if (!isGame(json)) throw wrongFile(name, 'it has none of pddl_domain, pddl_problem and grammar');
  const field = (key: string): string => {
    const value = json[key];
    if (typeof value === 'string') return value;
    throw badField(name, key, 'a text');
  };
  const texts = { domain: field('pddl_domain'), problem: field('pddl_problem'), grammar: field('grammar') };
  const { solvable, walkthrough } = json;
  if (solvable !== undefined && typeof solvable !== 'boolean') throw badField(name, 'solvable', 'true or false');
  if (walkthrough !== undefined && walkthrough !== null && !Array.isArray(walkthrough)) {
    throw badField(name, 'walkthrough', 'a list, null, or absent');
  }
  if (solvable !== true) throw unsolvable(name, solvable === undefined);
  return convert(name, texts, shared);
}

/** True if the JSON means to be a game file, right or wrong. */
export function isGame(json: Readonly<Record<string, unknown>>): boolean {
  return ['pddl_domain', 'pddl_problem', 'grammar'].some((key) => Object.hasOwn(json, key));
}

interface Texts {
  readonly domain: string;
  readonly problem: string;
  readonly grammar: string;
}

function convert(name: string, texts: Texts, shared: SharedTexts): GameFile {
  const found = SENTENCE.exec(texts.grammar);
  const sentence = found?.[1] ?? '';
  const grammar =
    found === null ? texts.grammar : texts.grammar.replace(found[0], () => `Your task is to: ${GOAL_PLACEHOLDER}.`);
  const problem = parseProblem({ name: `${name}, pddl_problem`, text: texts.problem });
  const { split, id } = place(name, problem.name);
  const domain = shared.domain(texts.domain, name);
  const help = shared.grammarHelp(grammar);
  const edited = (reason: string): GameFile => {
    const goal = goalOf(problem.goal);
    const taskType = (goal === null ? null : taskTypeOf(goal)) ?? 'other';
    const game = { id, taskType, sentence, domain: texts.domain, problem: texts.problem, grammar };
    // Making the story is the check: whatever the generic engine cannot play is refused here.
    new Story(game, parseGrammarFile(grammar));
    return { split, id, grammar, edited: game, reason };
  };
  if (domain === null) return edited('its domain is edited');
  if (help === null) return edited('its grammar asks for more than the usual facts');
  if (help !== domain.help) return edited('only one of its domain and grammar knows `help`');
  const converted = toHouse(problem, { id, sentence, scene: sceneOf(id), appliances: domain.appliances });
  if ('reason' in converted) return edited(converted.reason);
  if (!isCompact(converted.house)) return edited('its task is none of the six of the benchmark');
  return { split, id, grammar, house: shared.detached(converted.house) };
}

/** Split and id of a game by its path (`/` may be written `__`), or by the name of its problem where the path tells nothing. */
function place(path: string, problemName: string): { split: string; id: string } {
  const parts = path
    .replaceAll('\\', '/')
    .replaceAll('__', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const last = parts.at(-1) ?? '';
  const folders =
    last === 'game.tw-pddl' ? parts.slice(0, -1) : [...parts.slice(0, -1), last.replace(/(\.game)?\.tw-pddl$/, '')];
  const at = folders.findIndex((part) => SPLITS.includes(part));
  if (at >= 0 && at < folders.length - 1) return { split: folders[at], id: folders.slice(at).join('/') };
  const trial = folders.findIndex((part) => part.startsWith('trial_'));
  if (trial > 0) return { split: DROPPED, id: folders.slice(trial - 1, trial + 1).join('/') };
  return { split: DROPPED, id: problemName.replace(/^plan_/, '') };
}

/** Floor plan number in the folder name `{task}-{object}-{movable}-{receptacle}-{number}`; 0 where it is not there. */
function sceneOf(id: string): number {
  const found = /-(\d{1,5})(\/|$)/.exec(id);
  return found === null ? 0 : Number(found[1]);
}

/** The texts of a file whose grammar is not that of the others, for the generic engine. */
export function asEdited(name: string, text: string, game: GameFile): EditedGame {
  if ('edited' in game) return game.edited;
  const json = parseObject(name, text);
  const { id, taskType, sentence } = game.house;
  const { grammar } = game;
  return {
    id,
    taskType,
    sentence,
    domain: String(json['pddl_domain']),
    problem: String(json['pddl_problem']),
    grammar,
  };
}
