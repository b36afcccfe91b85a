// A world and a policy small enough to reason about: a row of doors with one prize, and a table of one weight per door.
// Invariant: they keep the contracts of src/worlds/world.ts and src/policy/policy.ts, so the loop cannot tell the difference.
import { exp, log } from '../../src/core/numerics.ts';
import { hash32 } from '../../src/core/hash.ts';
import { Rng } from '../../src/core/rng.ts';
import type { PolicySnapshot, WorldSetup } from '../../src/core/types.ts';
import type { Actor, Learner, LearnerRow, PolicyKind, PolicyTrace } from '../../src/policy/policy.ts';
import type { Episode, FeatureSink, Player, TaskInfo, TaskSource, World } from '../../src/worlds/world.ts';

const DOORS = 4;

/** The prize is mostly behind door 2, so that there is something to learn. */
function prizeOf(split: string, index: number): number {
  const draw = hash32(index, split.length) % 10;
  return draw < 7 ? 2 : draw % DOORS;
}

class Doors implements Episode {
  steps = 0;
  won = false;
  readonly commandCount = DOORS;

  constructor(
    readonly task: TaskInfo,
    private readonly prize: number,
  ) {}

  get score(): number {
    return this.won ? 1 : 0;
  }
  step(command: number): void {
    this.steps++;
    if (command === this.prize) this.won = true;
  }
  observation(): string {
    return this.won ? 'A prize.' : 'Four doors.';
  }
  command(index: number): string {
    return `open door ${index}`;
  }
  admissible(): string[] {
    return Array.from({ length: DOORS }, (_, i) => this.command(i));
  }
  parse(text: string): number {
    return this.admissible().indexOf(text.trim());
  }
  anchor(): string {
    return `${this.won}`;
  }
  stateHash(): string {
    return `${this.won} ${this.steps}`;
  }
  clone(): Episode {
    return Object.assign(new Doors(this.task, this.prize), { steps: this.steps, won: this.won });
  }
  describe(out: FeatureSink): void {
    for (let a = 0; a < DOORS; a++) {
      out.row();
      out.add(a);
    }
  }
  picture(): unknown {
    return null;
  }
}

export const fakeSetup: WorldSetup = {
  id: 'doors',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: ['test', 'other-test'],
};

export const fakeWorld: World = {
  splits: [
    { id: 'train', title: 'train', heldOut: false },
    { id: 'test', title: 'test', heldOut: true },
    { id: 'other-test', title: 'other test', heldOut: true },
  ],
  source: (split: string): TaskSource => ({
    split,
    size: split === 'train' ? Infinity : 30,
    start: (index) =>
      new Doors(
        { id: `${split}/${index}`, split, index, type: 'door', goal: 'Find the prize.' },
        prizeOf(split, index),
      ),
  }),
  player: (_name: string, episode: Episode, seed: number): Player => {
    const rng = Rng.root(seed);
    return { choose: () => rng.int(episode.commandCount) };
  },
};

function softmax(weights: Float32Array): Float64Array {
  let sum = 0;
  const out = new Float64Array(DOORS);
  for (let a = 0; a < DOORS; a++) sum += out[a] = exp(weights[a]);
  for (let a = 0; a < DOORS; a++) out[a] /= sum;
  return out;
}

class TableActor implements Actor {
  logProb = 0;
  readonly probabilities_A: Float64Array;
  private chosen: number[] = [];

  constructor(snapshot: PolicySnapshot) {
    this.probabilities_A = softmax(snapshot.weights);
  }
  begin(): void {
    this.chosen = [];
  }
  choose(episode: Episode, draw: number, temperature: number): number {
    const p = this.probabilities_A;
    let command = 0;
    if (temperature === 0) command = p.indexOf(Math.max(...p));
    else for (let rest = draw - p[0]; rest >= 0 && command < DOORS - 1; rest -= p[command]) command++;
    this.observe(episode, command);
    this.logProb = log(p[command]);
    return command;
  }
  observe(_episode: Episode, command: number): void {
    this.chosen.push(command);
  }
  trace(): PolicyTrace {
    return { kind: 'table', steps: this.chosen.length, buffers: [Uint8Array.from(this.chosen).buffer] };
  }
}

class TableLearner implements Learner {
  private readonly weights: Float32Array;
  constructor(private readonly from: PolicySnapshot) {
    this.weights = from.weights.slice();
  }
  logProbs(trace: PolicyTrace): Float64Array {
    const p = softmax(this.weights);
    return Float64Array.from(new Uint8Array(trace.buffers[0]), (command) => log(p[command]));
  }
  step(rows: readonly LearnerRow[], learningRate: number): { gradientNorm: number; entropy: number } {
    const p = softmax(this.weights);
    const gradient = new Float64Array(DOORS);
    for (const { trace, dLogp_T } of rows) {
      new Uint8Array(trace.buffers[0]).forEach((command, t) => {
        for (let a = 0; a < DOORS; a++) gradient[a] += dLogp_T[t] * ((a === command ? 1 : 0) - p[a]);
      });
    }
    let square = 0;
    for (let a = 0; a < DOORS; a++) {
      square += gradient[a] * gradient[a];
      this.weights[a] -= learningRate * gradient[a];
    }
    return { gradientNorm: Math.sqrt(square), entropy: -p.reduce((sum, each) => sum + each * log(each), 0) };
  }
  snapshot(): PolicySnapshot {
    return { ...this.from, version: this.from.version + 1, weights: this.weights.slice() };
  }
}

export const fakePolicy: PolicyKind = {
  kind: 'table',
  title: 'Table',
  explanation: 'One weight per door.',
  initial: (settings) => ({ kind: 'table', version: 0, settings, weights: new Float32Array(DOORS) }),
  actor: (snapshot) => new TableActor(snapshot),
  learner: (snapshot) => new TableLearner(snapshot),
};
