// The set-up form as data, and the run configuration it means. Pure.
// Invariant: a draft that yields a configuration yields the same one every time; equal set-ups compare equal.
import { canonicalJson } from '../../core/hash.ts';
import type { RunConfig, Settings } from '../../core/types.ts';
import type { Catalogue } from './catalogue.ts';
import { parseSeed } from './seed.ts';

/** A file that was dropped on the page and accepted by the loop worker. */
export interface Pack {
  readonly sha256: string;
  readonly name: string;
  readonly splits: readonly {
    readonly id: string;
    readonly title: string;
    readonly heldOut: boolean;
    readonly size: number;
  }[];
}

/** A file just read: its pack, and in plain sentences what was taken of it and what was left out. */
export interface Offer extends Pack {
  readonly notes: readonly string[];
}

export interface Draft {
  readonly system: string;
  readonly arm: string;
  readonly world: string;
  readonly pack: Pack | null;
  readonly trainSplit: string;
  readonly evaluationSplits: readonly string[];
  readonly switches: Readonly<Record<string, boolean>>;
  readonly policy: string;
  readonly settings: Settings;
  readonly seedText: string;
  readonly generations: number;
}

/** The first choices of the catalogue; generated houses, all held-out splits, seed 7. */
export function firstDraft(catalogue: Catalogue): Draft {
  const system = catalogue.systems[0];
  const world = catalogue.worlds[0];
  return {
    system: system?.id ?? 'grpo',
    arm: system?.arms[0]?.id ?? 'method',
    world: world?.id ?? 'household',
    pack: null,
    ...splitsOf(world?.splits ?? []),
    switches: {},
    policy: catalogue.policies[0]?.kind ?? 'linear',
    settings: system?.demo ?? {},
    seedText: '7',
    generations: 200,
  };
}

/** The draft with the tasks of a file, or of the generator (null). */
export function withPack(draft: Draft, pack: Pack | null, catalogue: Catalogue): Draft {
  const splits = pack?.splits ?? catalogue.worlds.find((world) => world.id === draft.world)?.splits ?? [];
  return { ...draft, pack, ...splitsOf(splits), switches: {} };
}

function splitsOf(splits: readonly { readonly id: string; readonly heldOut: boolean }[]) {
  const train = splits.find((split) => !split.heldOut) ?? splits[0];
  const heldOut = splits.filter((split) => split.heldOut).map((split) => split.id);
  return { trainSplit: train?.id ?? 'train', evaluationSplits: heldOut.length > 0 ? heldOut : train ? [train.id] : [] };
}

/** The draft that means a stored run's configuration. */
export function draftOf(config: RunConfig, catalogue: Catalogue): Draft {
  const { world } = config;
  const named = [world.trainSplit, ...world.evaluationSplits];
  const splits = [...new Set(named)].map((id) => ({ id, title: id, heldOut: id !== world.trainSplit, size: 0 }));
  return {
    ...firstDraft(catalogue),
    system: config.system,
    arm: config.arm,
    world: world.id,
    pack: world.source.kind === 'pack' ? { sha256: world.source.sha256, name: world.source.name, splits } : null,
    trainSplit: world.trainSplit,
    evaluationSplits: world.evaluationSplits,
    switches: world.switches,
    policy: config.policy.kind,
    settings: config.settings,
    seedText: String(config.seed),
    generations: config.generations,
  };
}

/** The configuration that the draft means, or what is wrong with it. */
export function configOf(draft: Draft): { readonly config: RunConfig } | { readonly error: string } {
  const seed = parseSeed(draft.seedText);
  if ('error' in seed) return seed;
  const { pack } = draft;
  const config: RunConfig = {
    format: 'terrarium-run/1',
    system: draft.system,
    arm: draft.arm,
    world: {
      id: draft.world,
      source: pack === null ? { kind: 'generated' } : { kind: 'pack', sha256: pack.sha256, name: pack.name },
      switches: draft.switches,
      trainSplit: draft.trainSplit,
      evaluationSplits: draft.evaluationSplits,
    },
    policy: { kind: draft.policy, settings: {} },
    seed: seed.seed,
    generations: draft.generations,
    settings: draft.settings,
  };
  return { config };
}

/** True where both configurations decide the same result. */
export function sameConfig(a: RunConfig, b: RunConfig): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
