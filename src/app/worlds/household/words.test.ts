// The room in words, from real pictures: what was seen is said, what was not seen is not.
import { describe, expect, it } from 'vitest';
import type { HouseholdPicture } from '../../../worlds/household/picture.ts';
import { household } from '../../../worlds/household/world.ts';
import { isHouseholdPicture, joined, roomText, stateText } from './words.ts';

const world = household.open({
  id: 'household',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: [],
});

/** Pictures of an episode as the scripted explorer plays it. */
function pictures(task: number): HouseholdPicture[] {
  const episode = world.source('train').start(task);
  const player = world.player('blind', episode, 1);
  const seen = [episode.picture() as HouseholdPicture];
  while (!episode.won && episode.steps < 50) {
    episode.step(player.choose());
    seen.push(episode.picture() as HouseholdPicture);
  }
  return seen;
}

describe('the room in words', () => {
  const story = pictures(3);

  it('starts in the middle of an unseen room', () => {
    expect(roomText(story[0])).toBe(
      `The agent stands in the middle of the room; its hands are empty. It has seen into 0 of ${story[0].receptacles.length} places.`,
    );
    expect(story[0].receptacles.every((receptacle) => stateText(receptacle).includes('not visited yet'))).toBe(true);
  });
  it('names the place of the agent, what it holds and what it has seen', () => {
    const holding = story.find((picture) => picture.held !== null && picture.here !== null);
    expect(holding).toBeDefined();
    if (!holding?.held || holding.here === null) return;
    expect(roomText(holding)).toContain(holding.receptacles[holding.here].name);
    expect(roomText(holding)).toContain(`it holds a ${holding.held.name}`);
  });
  it('says what lies in a place only when it was seen, and how long ago', () => {
    for (const receptacle of story.flatMap((picture) => picture.receptacles)) {
      const text = stateText(receptacle);
      expect(text.includes('in it') && receptacle.fog).toBe(false);
      if (receptacle.seenAgo !== null && receptacle.seenAgo > 0) expect(text).toMatch(/seen \d+ steps? ago/);
    }
  });
  it('knows a picture of its own world, and joins lists as people do', () => {
    expect([isHouseholdPicture(story[0]), isHouseholdPicture({ world: 'shop' }), isHouseholdPicture(null)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([joined([]), joined(['a']), joined(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
  });
});
