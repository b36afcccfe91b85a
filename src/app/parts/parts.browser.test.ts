// The parts of the Loop view in a real browser: what the keyboard does, what screen readers are told, what opens what.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte/pure';
import '../app.css';
import { fixtureRun } from '../state/fixture-run.testing.ts';
import Curve from './curve/Curve.svelte';
import EpisodeList from './panel/EpisodeList.svelte';
import GenerationPanel from './panel/GenerationPanel.svelte';
import Station from './ring/Station.svelte';
import EpisodeStrip from './strip/EpisodeStrip.svelte';

const run = fixtureRun(12);
const title = (split: string) => `title of ${split}`;

afterEach(() => cleanup());

describe('the curve', () => {
  const curve = (onopen = vi.fn()) =>
    render(Curve, { entries: run.entries, title, openedGeneration: null, compact: false, onopen });

  it('arrow keys move through the evaluations, Enter opens the records of one', async () => {
    const onopen = vi.fn();
    const screen = await curve(onopen);
    const slider = screen.getByRole('slider');
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('Generation 8'));
    await userEvent.keyboard('{Enter}');
    expect(onopen).toHaveBeenCalledExactlyOnceWith(8);
  });

  it('has a table with every evaluation, newest first, with interval and n', async () => {
    const screen = await curve();
    await screen.getByText('Table of values').click();
    const rows = screen.getByRole('rowheader');
    await expect.element(rows.first()).toHaveTextContent('12');
    expect(rows.elements().length).toBe(4);
    await expect.element(screen.getByRole('cell').first()).toHaveTextContent(/\d+% \(\d+ to \d+%, n = 100\)/);
  });

  it('a split can be hidden, but never the last one', async () => {
    const screen = await curve();
    const list = screen.getByRole('list', { name: 'Splits shown' });
    for (const each of list.getByRole('button').all()) await each.click();
    const pressed = list
      .getByRole('button')
      .elements()
      .filter((button) => button.getAttribute('aria-pressed') === 'true');
    expect(pressed.length).toBe(1);
  });

  it('says so where nothing was evaluated yet', async () => {
    const screen = await render(Curve, { entries: [], title, openedGeneration: null, compact: false, onopen: vi.fn() });
    await expect.element(screen.getByText(/Nothing evaluated yet/)).toBeVisible();
  });
});

describe('the episode strip', () => {
  it('tells each episode and opens it by keyboard', async () => {
    const onopen = vi.fn();
    const screen = await render(EpisodeStrip, { headers: run.headers, onopen });
    const slider = screen.getByRole('slider');
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}{ArrowLeft}');
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/Generation 12, .* Task: put/));
    await userEvent.keyboard('{Enter}');
    expect(onopen).toHaveBeenCalledExactlyOnceWith(run.headers.at(-2)?.id);
  });
});

describe('a station', () => {
  const props = { verb: 'rollout', count: 64, empty: false, opened: false, stacked: false, onclick: () => {} } as const;

  it('says its count and whether it works, and is large enough to hit', async () => {
    const screen = await render(Station, { ...props, working: true });
    const button = screen.getByRole('button', { name: 'Roll out: 64 episodes, working' });
    await expect.element(button).toBeVisible();
    const { width, height } = button.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  });

  it('says when the system has no part there', async () => {
    const screen = await render(Station, { ...props, empty: true, working: false });
    await expect.element(screen.getByRole('button', { name: /no part in this system/ })).toBeVisible();
  });
});

describe('the records of a generation', () => {
  it('show flows with their evidence, and episodes that open', async () => {
    const onepisode = vi.fn();
    const entry = run.entries[4];
    const headers = run.headers.filter((header) => header.generation === 4);
    const read = () => Promise.resolve({ whole: entry, headers });
    const screen = await render(GenerationPanel, {
      entry,
      before: run.entries[0],
      full: true,
      read,
      onepisode,
      ongeneration: vi.fn(),
    });
    await screen.getByText(/^Roll out/).click();
    await screen.getByRole('button', { name: 'episode 0', exact: true }).click();
    expect(onepisode).toHaveBeenCalledWith('fixture/4/0');
  });

  it('lists episodes by outcome, twenty at a time', async () => {
    const screen = await render(EpisodeList, { headers: run.headers, onopen: vi.fn() });
    expect(screen.getByRole('listitem').elements().length).toBe(20);
    await screen.getByRole('button', { name: /^lost/ }).click();
    const texts = screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent ?? '');
    expect(texts.every((text) => text.includes('not solved'))).toBe(true);
  });
});
