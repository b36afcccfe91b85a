// A wording: the texts of a compiled game in the words of one grammar. Commands are written once per house and kept.
// Invariant: text is written when asked for, never before, and is a function of the game alone.
import { Problem } from '../../core/problem.ts';
import { codeA, codeB, codeVerb, VERB } from './engine.ts';
import type { Game, House } from './engine.ts';
import { FIXED_SCHEMA, GAME_SCHEMA, GameFacts } from './facts.ts';
import { Renderer } from './grammar.ts';
import type { Frame, GrammarSource, Text } from './grammar.ts';
import { byCodeUnit } from './names.ts';

/** What TextWorld's interface (not a game file) answers to a text that is not admissible. */
export const TEXTWORLD_REFUSAL = 'Nothing happens.';

/** Optional symbol for a broken appliance, used where the house explains failures; `o` and `r` are bound. */
const BROKEN = 'broken.feedback';

/** The action of the domain behind a verb: its name, the parameters that a command's two numbers are, and whether it has `l`. */
interface VerbAction {
  readonly action: string;
  readonly a?: 'r' | 'o' | 'co';
  readonly b?: 'r' | 'ko';
  readonly here?: true;
}
const BY_VERB: Readonly<Record<keyof typeof VERB, VerbAction>> = {
  clean: { action: 'cleanobject', a: 'o', b: 'r', here: true },
  close: { action: 'closeobject', a: 'r', here: true },
  cool: { action: 'coolobject', a: 'o', b: 'r', here: true },
  examineObject: { action: 'examineobject', a: 'o' },
  examineReceptacle: { action: 'examinereceptacle', a: 'r' },
  go: { action: 'gotolocation', a: 'r' },
  heat: { action: 'heatobject', a: 'o', b: 'r', here: true },
  help: { action: 'help' },
  inventory: { action: 'inventory' },
  look: { action: 'look', here: true },
  put: { action: 'putobject', a: 'o', b: 'r', here: true },
  open: { action: 'openobject', a: 'r', here: true },
  slice: { action: 'sliceobject', a: 'co', b: 'ko', here: true },
  take: { action: 'pickupobject', a: 'o', b: 'r', here: true },
  use: { action: 'toggleobject', a: 'o', here: true },
};
/** By verb number. */
const ACTIONS: readonly VerbAction[] = (Object.keys(VERB) as (keyof typeof VERB)[])
  .sort((x, y) => VERB[x] - VERB[y])
  .map((verb) => BY_VERB[verb]);

const PARAMETERS = ['a', 'l', 'lstart', 'lend', 'r', 'o', 'co', 'ko'] as const;
type Parameter = (typeof PARAMETERS)[number];

/** The texts of one set of rules (answers, or commands), with the slots of the parameters that an action binds. */
class Voice {
  private readonly renderer: Renderer;
  private readonly slots: Readonly<Record<Parameter, number>>;
  private frame: Frame | null = null;
  private facts: GameFacts | null = null;

  constructor(renderer: Renderer) {
    this.renderer = renderer;
    const slots = PARAMETERS.map((name) => [name, renderer.slot(name)]);
    this.slots = Object.fromEntries(slots) as Record<Parameter, number>;
  }

  /** A frame that looks at the game, nothing bound. */
  open(game: Game): Frame {
    if (this.facts === null) this.facts = new GameFacts(game);
    else this.facts.look(game);
    if (this.frame === null) this.frame = this.renderer.frame(this.facts);
    this.frame.begin(this.facts, game.house.spec.sentence);
    return this.frame;
  }

  /** The same with those parameters of the action bound that the command itself tells. */
  openFor(game: Game, code: number): Frame {
    const frame = this.open(game);
    const { vars } = frame;
    const { slots } = this;
    const facts = this.facts as GameFacts;
    const { a, b } = ACTIONS[codeVerb(code)];
    vars[slots.a] = facts.agent;
    if (a === 'r') vars[slots.r] = facts.receptacle(codeA(code));
    else if (a !== undefined) vars[slots[a]] = facts.object(codeA(code));
    if (b === 'r') vars[slots.r] = facts.receptacle(codeB(code));
    else if (b !== undefined) vars[slots[b]] = facts.object(codeB(code));
    if (codeVerb(code) === VERB.go) vars[slots.lend] = facts.location(game.house.locationOf[codeA(code)]);
    return frame;
  }

  /** The same with all parameters of the last command bound, for the answer to it. */
  openAnswer(game: Game): Frame {
    const frame = this.openFor(game, game.lastCode);
    const { vars } = frame;
    const { slots } = this;
    const facts = this.facts as GameFacts;
    const verb = codeVerb(game.lastCode);
    if (verb === VERB.go) vars[slots.lstart] = facts.location(game.origin);
    if (ACTIONS[verb].here) vars[slots.l] = facts.location(game.at);
    if (verb === VERB.use) vars[slots.r] = facts.receptacle(holderOf(game, codeA(game.lastCode)));
    return frame;
  }
}

/** Receptacle in which something is used: where it is in several at once, the first by id, as for all parameters. */
function holderOf(game: Game, object: number): number {
  const { receptaclesAt, spec } = game.house;
  let holder = -1;
  for (const r of receptaclesAt[game.at])
    if (game.contains(object, r) && (holder < 0 || spec.receptacles[r].id < spec.receptacles[holder].id)) holder = r;
  return holder;
}

/** Texts of the commands of one house, written when first asked for. */
interface HouseTexts {
  readonly byCode: Map<number, string>;
  /** By location of the agent: the sorted texts of all ways to leave it. */
  readonly going: (readonly string[] | undefined)[];
}

export class Wording {
  /** The grammar knows the command `help`: make houses for it with `new House(spec, { help: true })`. */
  readonly hasHelp: boolean;
  private readonly refusal: string;
  private readonly answers: Voice;
  private readonly commands: Voice;
  private readonly intro: Text;
  private readonly broken: Text | null;
  private readonly feedback_V: readonly Text[];
  private readonly template_V: readonly Text[];
  private readonly texts = new WeakMap<House, HouseTexts>();

  /** @throws Problem naming the symbol or action of the grammar that cannot be used. */
  constructor(grammar: GrammarSource) {
    this.hasHelp = Object.hasOwn(grammar.actions, 'help');
    this.refusal = grammar.refusal ?? TEXTWORLD_REFUSAL;
    const answers = new Renderer(grammar, GAME_SCHEMA);
    const commands = new Renderer(grammar, FIXED_SCHEMA);
    const compile = (renderer: Renderer, part: 'feedback' | 'template'): Text[] =>
      ACTIONS.map(({ action }) => {
        if (action === 'help' && !this.hasHelp) return () => '';
        return renderer.text(actionOf(grammar, action)[part], `${action} ${part}`);
      });
    this.intro = answers.text('#intro#', 'intro');
    this.broken = Object.hasOwn(grammar.symbols, BROKEN) ? answers.text(`#${BROKEN}#`, BROKEN) : null;
    this.feedback_V = compile(answers, 'feedback');
    this.template_V = compile(commands, 'template');
    this.answers = new Voice(answers);
    this.commands = new Voice(commands);
  }

  /** What the agent was told last: the opening at the start, else the answer to the last command. */
  observation(game: Game): string {
    if (!game.happened) return this.failure(game);
    if (game.lastCode < 0) return this.intro(this.answers.open(game));
    return this.feedback_V[codeVerb(game.lastCode)](this.answers.openAnswer(game));
  }

  private failure(game: Game): string {
    if (this.broken === null || game.house.spec.explainFailures !== true || !game.failedBroken) return this.refusal;
    return this.broken(this.answers.openAnswer(game));
  }

  /** Text of a command of the game's house. */
  command(game: Game, code: number): string {
    return this.write(game, code, this.textsOf(game.house));
  }

  private textsOf(house: House): HouseTexts {
    let texts = this.texts.get(house);
    if (texts === undefined) this.texts.set(house, (texts = { byCode: new Map(), going: [] }));
    return texts;
  }

  private write(game: Game, code: number, { byCode }: HouseTexts): string {
    let text = byCode.get(code);
    if (text === undefined) {
      text = this.template_V[codeVerb(code)](this.commands.openFor(game, code));
      byCode.set(code, text);
    }
    return text;
  }

  /** All admissible commands in code-unit order, without duplicates. */
  admissible(game: Game): string[] {
    const texts = this.textsOf(game.house);
    const { codes, count } = game;
    const list: string[] = [];
    for (let i = 0; i < count; i++) if (codeVerb(codes[i]) !== VERB.go) insert(list, this.write(game, codes[i], texts));
    return mergeSorted(list, (texts.going[game.at] ??= this.going(game, texts)));
  }

  /** The same for the commands that leave the agent's place: most of all, and fixed for each place. */
  private going(game: Game, texts: HouseTexts): readonly string[] {
    const list: string[] = [];
    for (let i = 0; i < game.count; i++)
      if (codeVerb(game.codes[i]) === VERB.go) insert(list, this.write(game, game.codes[i], texts));
    return list;
  }
}

/** Puts a text into a sorted list without it. The engine lists almost in order, so the end is mostly the place. */
function insert(list: string[], text: string): void {
  let at = list.length;
  while (at > 0 && list[at - 1] > text) at--;
  if (at > 0 && list[at - 1] === text) return;
  if (at === list.length) list.push(text);
  else list.splice(at, 0, text);
}

/** Both sorted lists as one, without duplicates. */
function mergeSorted(few: readonly string[], many: readonly string[]): string[] {
  let at = 0;
  while (at < few.length && few[at] < many[0]) at++;
  // Texts of one verb begin alike, so all of `many` lies in one gap of `few` in every wording but odd ones.
  if (at === few.length || few[at] > many[many.length - 1]) return few.slice(0, at).concat(many, few.slice(at));
  return [...new Set([...few, ...many])].sort(byCodeUnit);
}

function actionOf(grammar: GrammarSource, action: string): { readonly template: string; readonly feedback: string } {
  if (Object.hasOwn(grammar.actions, action)) return grammar.actions[action];
  throw new Problem({
    code: 'bad-grammar',
    message: `The grammar of this game cannot be used: the action "${action}" is missing.`,
    nextStep: 'Use the grammar of an unedited ALFWorld game.',
  });
}
