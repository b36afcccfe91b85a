// Screen readers hear the newest text, at most every five seconds, and every urgent one.
import { beforeEach, describe, expect, it } from 'vitest';
import { Announcer } from './announcer.ts';
import { TestClock } from './clock.testing.ts';

describe('announcements', () => {
  let said: [at: number, text: string][];
  let clock: TestClock;
  let announcer: Announcer;
  beforeEach(() => {
    said = [];
    clock = new TestClock();
    announcer = new Announcer((text) => said.push([clock.now(), text]), clock);
  });

  it('the first is heard at once, then only the newest after five seconds', () => {
    announcer.tell('one');
    announcer.tell('two');
    announcer.tell('three');
    clock.pass(20_000);
    expect(said).toEqual([
      [0, 'one'],
      [5000, 'three'],
    ]);
  });

  it('never more often than every five seconds, however many come', () => {
    for (let i = 0; i < 300; i++) {
      announcer.tell(`text ${i}`);
      clock.pass(100);
    }
    expect(said.length).toBe(7);
    said.slice(1).forEach(([at], i) => expect(at - said[i][0]).toBeGreaterThanOrEqual(5000));
  });

  it('an urgent text is kept although newer ones come', () => {
    announcer.tell('one');
    announcer.tell('a worker died', true);
    announcer.tell('two');
    clock.pass(5000);
    expect(said.at(-1)?.[1]).toBe('a worker died');
  });

  it('muted, it says urgent texts only', () => {
    announcer.muted = true;
    announcer.tell('one');
    announcer.tell('stopped', true);
    clock.pass(5000);
    expect(said.map(([, text]) => text)).toEqual(['stopped']);
  });
});
