// One interpreted game made ready to play: program, names and the compiled texts of its grammar.
// Invariant: immutable and shared by all episodes and clones of the game; texts are functions of a state alone.
import { Problem } from '../../../core/problem.ts';
import { benchmarkAppliances } from '../compact.ts';
import { Renderer } from '../grammar.ts';
import type { Frame, GrammarSource, Text } from '../grammar.ts';
import { TEXTWORLD_REFUSAL } from '../texts.ts';
import { PddlFacts, PddlNames } from './facts.ts';
import { HouseMap } from './house-view.ts';
import { Interpreter } from './interpreter.ts';
import type { Instance } from './interpreter.ts';
import { parseDomain, parseProblem } from './parse.ts';
import { compile } from './program.ts';
import type { Program } from './program.ts';
import { toHouse } from './to-house.ts';

/** A game as texts, as a file brings it. */
export interface PddlGame {
  readonly id: string;
  readonly domain: string;
  readonly problem: string;
  readonly sentence: string;
}

interface ActionTexts {
  readonly template: Text;
  readonly feedback: Text;
  /** Slot of each parameter of the action in the frame. */
  readonly slots: readonly number[];
}

export class Story {
  readonly program: Program;
  readonly sentence: string;
  readonly refusal: string;
  /** The house that this game is, where its domain has the household's actions and facts. */
  readonly map: HouseMap | null;
  private readonly known: PddlNames;
  private readonly intro: Text;
  private readonly actions: readonly ActionTexts[];
  private readonly renderer: Renderer;

  /** @throws Problem naming the construct, line, action or symbol that cannot be used. */
  constructor(game: PddlGame, grammar: GrammarSource) {
    const problem = parseProblem({ name: `pddl_problem of ${game.id}`, text: game.problem });
    this.program = compile(parseDomain({ name: `pddl_domain of ${game.id}`, text: game.domain }), problem);
    this.sentence = game.sentence;
    const { id, sentence } = game;
    const house = toHouse(problem, { id, sentence, scene: 0, appliances: benchmarkAppliances(true) });
    this.map = 'house' in house ? HouseMap.of(this.program, house.house) : null;
    this.refusal = grammar.refusal ?? TEXTWORLD_REFUSAL;
    this.known = new PddlNames(this.program);
    this.renderer = new Renderer(grammar, this.known);
    this.intro = this.renderer.text('#intro#', 'intro');
    this.actions = this.program.actions.map(({ name, parameters }) => {
      if (!Object.hasOwn(grammar.actions, name)) throw missing(name);
      const { template, feedback } = grammar.actions[name];
      return {
        template: this.renderer.text(template, `${name} template`),
        feedback: this.renderer.text(feedback, `${name} feedback`),
        slots: parameters.map((parameter) => this.renderer.slot(parameter.name.replace(/^\?/, ''))),
      };
    });
  }

  begin(): Interpreter {
    return new Interpreter(this.program);
  }

  opening(game: Interpreter): string {
    return this.intro(this.frame(game));
  }

  /** Text of a command in a state where it is admissible. Outer white space is never part of a command. */
  command(game: Interpreter, instance: Instance): string {
    return this.actions[instance.action].template(this.bound(game, instance)).trim();
  }

  /** Answer to a command, in the state after it. */
  answer(game: Interpreter, instance: Instance): string {
    return this.actions[instance.action].feedback(this.bound(game, instance));
  }

  private frame(game: Interpreter): Frame {
    const facts = new PddlFacts(this.known, game);
    const frame = this.renderer.frame(facts);
    frame.begin(facts, this.sentence);
    return frame;
  }

  private bound(game: Interpreter, { action, entities }: Instance): Frame {
    const frame = this.frame(game);
    for (const [i, slot] of this.actions[action].slots.entries()) frame.vars[slot] = entities[i];
    return frame;
  }
}

function missing(action: string): Problem {
  return new Problem({
    code: 'bad-grammar',
    message: `The grammar of this game says nothing of the action "${action}" that its domain has.`,
    nextStep: `Add \`action ${action} { template :: "…"; feedback :: "…"; }\` to the grammar, or remove the action.`,
  });
}
