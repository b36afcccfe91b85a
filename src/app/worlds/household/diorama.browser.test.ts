// The drawn room in a real browser, fed by real episodes: what can be pressed, what the keyboard does, what is told.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte/pure';
import type { Episode } from '../../../worlds/world.ts';
import { household } from '../../../worlds/household/world.ts';
import '../../app.css';
import Diorama from './Diorama.svelte';

const world = household.open({
  id: 'household',
  source: { kind: 'generated' },
  switches: {},
  trainSplit: 'train',
  evaluationSplits: [],
});
const start = (): Episode => world.source('train').start(3);
const texts = (episode: Episode): string[] =>
  Array.from({ length: episode.commandCount }, (_, i) => episode.command(i));
/** Room to draw in; a cleaned-up target is gone from the page. */
function target(): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'));
  host.style.cssText = 'width: 900px; height: 520px';
  return host;
}

afterEach(() => cleanup());

function drawn(episode: Episode, onchoose = vi.fn()) {
  return render(Diorama, {
    target: target(),
    props: { picture: episode.picture(), commands: texts(episode), onchoose },
  });
}

describe('the drawn room', () => {
  it('goes to a place that is pressed, by the command that goes there', async () => {
    const episode = start();
    const onchoose = vi.fn();
    const screen = await drawn(episode, onchoose);
    const [first] = (episode.picture() as { receptacles: { name: string }[] }).receptacles;
    await screen
      .getByRole('button', { name: new RegExp(`${first.name}\\b`) })
      .first()
      .click();
    expect(onchoose).toHaveBeenCalledOnce();
    expect(texts(episode)[onchoose.mock.calls[0][0] as number]).toMatch(new RegExp(` to ${first.name}$`));
  });

  it('is one stop for the Tab key; arrows move on, Enter goes there', async () => {
    const onchoose = vi.fn();
    const screen = await drawn(start(), onchoose);
    const places = screen.getByRole('button').elements() as unknown as SVGElement[];
    expect(places.filter((place) => place.getAttribute('tabindex') === '0')).toHaveLength(1);
    places.find((place) => place.getAttribute('tabindex') === '0')?.focus();
    const before = document.activeElement;
    for (const key of ['{ArrowRight}', '{ArrowDown}', '{ArrowLeft}', '{ArrowUp}']) await userEvent.keyboard(key);
    await userEvent.keyboard('{ArrowDown}');
    expect(places).toContain(document.activeElement);
    await userEvent.keyboard('{Enter}');
    expect(onchoose).toHaveBeenCalledOnce();
    expect(before).not.toBeNull();
  });

  it('tells of a place what is known of it, and of the room as a whole', async () => {
    const episode = start();
    const screen = await drawn(episode);
    await expect.element(screen.getByRole('group', { name: 'The room as the agent knows it' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /not visited yet/ }).elements().length).toBeGreaterThan(5);
    const player = world.player('oracle', episode, 1);
    while (!episode.won) episode.step(player.choose());
    await screen.rerender({ picture: episode.picture(), commands: [] });
    await expect.element(screen.getByRole('button', { name: /the agent is here/ }).first()).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /goal/ }).elements().length).toBeGreaterThan(0);
  });

  it('small, it is one picture with nothing to press', async () => {
    const screen = await render(Diorama, { target: target(), props: { picture: start().picture(), compact: true } });
    await expect.element(screen.getByRole('img', { name: 'The room as the agent knows it' })).toBeInTheDocument();
    expect(screen.getByRole('button').elements()).toHaveLength(0);
  });

  it('draws nothing of a picture that is not its own', async () => {
    const screen = await render(Diorama, { target: target(), props: { picture: { world: 'shop' } } });
    expect(screen.container.querySelector('svg')).toBeNull();
  });
});
