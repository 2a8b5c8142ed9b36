// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Narration } from './narration.ts';
import type { PlaybackSession } from './player-state.ts';

const sendCountOnce = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/counts.ts', () => ({ sendCountOnce }));
const { createListenedShareCounter } = await import('./player-audio.ts');

const count = createListenedShareCounter();
let session: PlaybackSession;

/** Starts a narration of `seconds` seconds. To continue with an earlier article, pass its `id`. */
function begin(seconds: number, extent: Narration['extent'] = 'full', id = crypto.randomUUID()) {
  const article = { id, authorAlias: 'Plumbline', path: '/', title: '', image: {} as never };
  session = { article, narration: { extent, seconds } } as unknown as PlaybackSession;
  return id;
}
/** Plays the given ranges of seconds. Returns every share of the narration that has been counted as heard so far. */
function hear(...ranges: [from: number, to: number][]): string[] {
  count(session, {
    length: ranges.length,
    start: (at) => ranges[at]![0],
    end: (at) => ranges[at]![1],
  });
  return [...new Set(sendCountOnce.mock.calls.map(([, kind]) => kind))];
}

beforeEach(() => sendCountOnce.mockReset());

it('counts each quarter that was played', () => {
  begin(200);
  expect(hear([0, 49])).toEqual([]);
  expect(hear([0, 51])).toEqual(['listen25']);
  expect(hear([0, 101])).toEqual(['listen25', 'listen50']);
  expect(hear([0, 151])).toEqual(['listen25', 'listen50', 'listen75']);
  expect(hear([0, 200])).toEqual(['listen25', 'listen50', 'listen75', 'listen100']);
});

it('does not count skipped parts', () => {
  begin(200);
  expect(hear([0, 10], [190, 200])).toEqual([]);
});

it('adds up parts, and counts each once', () => {
  begin(200);
  expect(hear([0, 30])).toEqual([]);
  expect(hear([0, 30], [100, 121])).toEqual(['listen25']);
});

it('remembers what was played before a switch to the full recording or another narrator', () => {
  const id = begin(210, 'partial');
  hear([0, 30]);
  begin(200, 'full', id);
  expect(hear([30, 55])).toEqual(['listen25']);
});

it('starts again with another article', () => {
  begin(200);
  hear([0, 40]);
  begin(200);
  expect(hear([0, 40])).toEqual([]);
});

it('does not count a preview', () => {
  begin(30, 'preview');
  expect(hear([0, 30])).toEqual([]);
});
