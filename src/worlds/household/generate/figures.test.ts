import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../../../test/data.ts';
import type { CompactGame, GameRow } from './compare.testing.ts';
import * as compare from './compare.testing.ts';
import { ROOM_NAMES } from './rooms.ts';
import { FITS, OBJECTS, ROOMS } from './figures.ts';

const data = dataDirectory();

function readTrain(directory: string): GameRow[] {
  const file = readFileSync(resolve(directory, 'alfworld/compact_train.json.gz'));
  const { games } = JSON.parse(gunzipSync(file).toString('utf8')) as { games: CompactGame[] };
  return compare.realRows(games);
}

/** Bounds, measured over 6,000 generated tasks of 20 worlds; the figures themselves are in docs/worlds/household.md. */
const BOUNDS = {
  kitchen: { placement: 0.05, counts: 0.05, tasks: 0.05 },
  livingroom: { placement: 0.13, counts: 0.08, tasks: 0.1 },
  bedroom: { placement: 0.09, counts: 0.08, tasks: 0.1 },
  bathroom: { placement: 0.09, counts: 0.08, tasks: 0.1 },
};

describe('figures.ts', () => {
  it('is closed: every type of a row has its properties or furniture', () => {
    for (const room of Object.values(ROOMS)) {
      const furniture = new Set(room.receptacles.map((line) => line.split(' ')[0]));
      for (const type of furniture) expect(FITS).toHaveProperty(type);
      for (const line of room.objects) {
        const [type, ...rest] = line.split(' ');
        expect(OBJECTS).toHaveProperty(type);
        for (const place of rest.slice(4)) expect(furniture.has(place.split('=')[0])).toBe(true);
      }
      for (const line of room.tasks)
        for (const pair of line.split(' ').slice(1)) expect(OBJECTS).toHaveProperty(pair.split('>')[0]);
    }
  });
});

describe.skipIf(data === null)('generated houses beside the 3,553 real train games (skipped without data)', () => {
  const real = data === null ? [] : readTrain(data);
  const generated = data === null ? [] : compare.generatedRows(20);
  const inRoom = (rows: readonly GameRow[], room: string): GameRow[] => rows.filter((row) => row.room === room);

  it('has the room shares and the task mix of the train split', () => {
    const rooms = [real, generated].map((rows) => compare.tally(rows, (row) => [row.room]));
    expect(compare.distance(rooms[0], rooms[1])).toBeLessThan(0.03);
    const tasks = [real, generated].map((rows) => compare.tally(rows, (row) => [row.task]));
    expect(compare.distance(tasks[0], tasks[1])).toBeLessThan(0.05);
    const objects = [real, generated].map((rows) => compare.tally(rows, (row) => [row.objectType]));
    expect(compare.distance(objects[0], objects[1])).toBeLessThan(0.08);
  });

  it.each(ROOM_NAMES)('%s: furniture, placement, neighbours and things are as measured', (room) => {
    const bounds = BOUNDS[room];
    const [a, b] = [inRoom(real, room), inRoom(generated, room)];
    const placements = [a, b].map((rows) => compare.tally(rows, compare.placements));
    expect(compare.conditionalDistance(placements[0], placements[1])).toBeLessThan(bounds.placement);
    const types = new Set(a.flatMap((row) => row.receptacles.map((r) => r.type)));
    const counts = [a, b].map((rows) => compare.tally(rows, compare.receptacleCounts(types)));
    expect(compare.conditionalDistance(counts[0], counts[1])).toBeLessThan(bounds.counts);
    const tasks = [a, b].map((rows) => compare.tally(rows, (row) => [row.task]));
    expect(compare.distance(tasks[0], tasks[1])).toBeLessThan(bounds.tasks);
    const near = (value: (row: GameRow) => number, tolerance: number): void => {
      const target = compare.mean(a, value);
      expect(Math.abs(compare.mean(b, value) / target - 1)).toBeLessThan(tolerance);
    };
    near((row) => row.receptacles.length, 0.06);
    near((row) => row.objects.length, 0.06);
    near(compare.holders, 0.12);
    const openable = (row: GameRow): number => row.receptacles.filter((r) => r.openable).length;
    near(openable, 0.15);
    const sharing = (rows: GameRow[]): number =>
      compare.mean(rows, compare.sharingALocation) / compare.mean(rows, (row) => row.receptacles.length);
    expect(Math.abs(sharing(a) - sharing(b))).toBeLessThan(0.03);
  });
});
