// Opens the world of a headless run: generated houses, or real games from a directory or a pack file.
// Invariant: the set-up names a pack by the hash of its bytes, so the same files give the same run wherever they lie.
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256Hex } from '../src/core/hash.ts';
import { Problem } from '../src/core/problem.ts';
import type { WorldSetup, WorldSource } from '../src/core/types.ts';
import { encodePack } from '../src/worlds/household/load/pack.ts';
import { worldKinds } from '../src/worlds/registry.ts';
import type { SplitInfo, World, WorldKind } from '../src/worlds/world.ts';
import { PACK_SPLITS, readPackSplit } from './household-files.ts';

export interface WorldRequest {
  readonly id: string;
  /** Directory with alfworld/ in it, a household.pack or a release zip; null = generated. */
  readonly data: string | null;
  /** Held-out splits to evaluate; null = all. */
  readonly splits: readonly string[] | null;
  readonly switches: Readonly<Record<string, boolean>>;
}

export interface OpenedWorld {
  readonly setup: WorldSetup;
  readonly pack: Uint8Array | null;
  readonly world: World;
}

/** @throws Problem naming the argument or the file. */
export async function openWorld(request: WorldRequest): Promise<OpenedWorld> {
  const kind = kindOf(request.id);
  const unknown = Object.keys(request.switches).find((name) => !kind.switches.some(({ id }) => id === name));
  if (unknown !== undefined)
    throw noSuch(
      'switch',
      unknown,
      kind.switches.map(({ id }) => id),
    );
  const pack = request.data === null ? null : await packOf(kind, request.data);
  const source: WorldSource =
    pack === null ? { kind: 'generated' } : { kind: 'pack', sha256: sha256Hex(pack), name: 'alfworld' };
  const plain: WorldSetup = { id: kind.id, source, switches: request.switches, trainSplit: '', evaluationSplits: [] };
  const world = kind.open(plain, pack ?? undefined);
  return { setup: { ...plain, ...chosenSplits(world.splits, request.splits) }, pack, world };
}

function kindOf(id: string): WorldKind {
  const kind = worldKinds.find((each) => each.id === id);
  if (kind) return kind;
  throw noSuch(
    'world',
    id,
    worldKinds.map((each) => each.id),
  );
}

/** The first split that may be trained on, and the held-out ones that were asked for. */
function chosenSplits(
  splits: readonly SplitInfo[],
  wanted: readonly string[] | null,
): Pick<WorldSetup, 'trainSplit' | 'evaluationSplits'> {
  const heldOut = splits.filter((split) => split.heldOut).map(({ id }) => id);
  const unknown = wanted?.find((id) => !heldOut.includes(id));
  if (unknown !== undefined) throw noSuch('splits', unknown, heldOut);
  const train = splits.find((split) => !split.heldOut);
  if (train) return { trainSplit: train.id, evaluationSplits: wanted ?? heldOut };
  throw new Problem({
    code: 'no-train-split',
    message: '--data holds no split that may be trained on',
    nextStep: 'Give the whole release, or leave --data out to train on generated houses.',
  });
}

/** Bytes of a pack: a file goes through the one door for household files; a directory gives its compact packs. */
async function packOf(kind: WorldKind, data: string): Promise<Uint8Array> {
  const entry = await stat(data).catch(() => null);
  if (entry?.isFile()) {
    const bytes = new Uint8Array(await readFile(data));
    return kind.packOf(basename(data), bytes).bytes;
  }
  const splits = PACK_SPLITS.map((id) => ({ id, games: readPackSplit(data, id), edited: [] }));
  const grammar = await readFile(join(data, 'alfworld', 'alfred.twl2'), 'utf8');
  return encodePack({ name: 'alfworld', version: '2.1.3', grammar, splits });
}

function noSuch(argument: string, value: string, choices: readonly string[]): Problem {
  return new Problem({
    code: 'bad-arguments',
    message: `--${argument}: there is no "${value}"`,
    nextStep: `Use one of: ${choices.join(', ')}.`,
  });
}
