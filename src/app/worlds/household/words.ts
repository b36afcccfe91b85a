// The drawn room in words: for screen readers, for the list twin, for what is shown on hover. Pure.
// Invariant: says no more than the picture knows, so nothing the agent has not seen.
import type { HouseholdPicture, PictureObject, PictureReceptacle } from '../../../worlds/household/picture.ts';

function objectText({ name, marks, wanted, ready }: PictureObject): string {
  const states = [...marks, ...(ready ? ['ready'] : wanted ? ['wanted'] : [])];
  return states.length === 0 ? name.trim() : `${name.trim()} (${states.join(', ')})`;
}

export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const DOORS: Readonly<Record<PictureReceptacle['door'], string>> = {
  unknown: '',
  none: '',
  closed: 'closed',
  open: 'open',
};

/** Name of one receptacle, beginning with what is written at it, so that who reads the drawing can speak it. */
export function nameText({ name }: PictureReceptacle, label: string, hidden: number): string {
  const written = hidden > 0 ? `${label} +${hidden}` : label;
  return label === name.trim() ? written : `${written} (${name.trim()})`;
}

/** State of one receptacle: "closed, not looked into yet". */
export function stateText(receptacle: PictureReceptacle): string {
  const { door, fog, seenAgo, contents, here, target, failures } = receptacle;
  const parts = [
    ...(here ? ['the agent is here'] : []),
    ...(target ? ['goal'] : []),
    ...(DOORS[door] ? [DOORS[door]] : []),
    ...(failures > 0 ? [`${failures} ${failures === 1 ? 'command' : 'commands'} failed here`] : []),
    fog ? (receptacle.visited ? 'not looked into yet' : 'not visited yet') : inside(contents, seenAgo ?? 0),
  ];
  return parts.join(', ');
}

function inside(contents: readonly PictureObject[], seenAgo: number): string {
  const when = seenAgo === 0 ? '' : `, seen ${seenAgo} ${seenAgo === 1 ? 'step' : 'steps'} ago`;
  return contents.length === 0 ? `nothing in it${when}` : `in it ${joined(contents.map(objectText))}${when}`;
}

/** The whole room in two or three sentences. */
export function roomText(picture: HouseholdPicture): string {
  const { receptacles, held, here } = picture;
  const seen = receptacles.filter((receptacle) => !receptacle.fog).length;
  const at =
    here === null
      ? 'The agent stands in the middle of the room'
      : `The agent is at the ${receptacles[here]?.name.trim() ?? ''}`;
  const hand = held === null ? 'its hands are empty' : `it holds a ${objectText(held)}`;
  return `${at}; ${hand}. It has seen into ${seen} of ${receptacles.length} places.`;
}

export function isHouseholdPicture(picture: unknown): picture is HouseholdPicture {
  return picture instanceof Object && 'world' in picture && picture.world === 'household';
}
