// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Narration } from './narration.ts';
import type { PlaybackSession } from './player-state.ts';

const sendCountOnce = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/counts.ts', () => ({ sendCountOnce }));
const { createListeningThresholdCounter } = await import('./player-audio.ts');

const countListenedShare = createListeningThresholdCounter();
let session: PlaybackSession;

/**
 * Starts a narration that lasts `seconds` seconds. Returns the ID of its article, which is a new article by default.
 */
function startNarration(
  seconds: number,
  extent: Narration['extent'] = 'full',
  id = crypto.randomUUID(),
) {
  const article = { id, authorAlias: 'Plumbline', path: '/', title: '', image: {} as never };
  session = { article, narration: { extent, seconds } } as unknown as PlaybackSession;
  return id;
}
/** Plays the given time ranges. Returns the kinds of events that have been counted so far, such as `listen25`. */
function playRanges(...ranges: [from: number, to: number][]): string[] {
  countListenedShare(session, {
    length: ranges.length,
    start: (index) => ranges[index]![0],
    end: (index) => ranges[index]![1],
  });
  return [...new Set(sendCountOnce.mock.calls.map(([, kind]) => kind))];
}

beforeEach(() => sendCountOnce.mockReset());

it('counts each quarter that was played', () => {
  startNarration(200);
  expect(playRanges([0, 49])).toEqual([]);
  expect(playRanges([0, 51])).toEqual(['listen25']);
  expect(playRanges([0, 101])).toEqual(['listen25', 'listen50']);
  expect(playRanges([0, 151])).toEqual(['listen25', 'listen50', 'listen75']);
  expect(playRanges([0, 200])).toEqual(['listen25', 'listen50', 'listen75', 'listen100']);
});

it('does not count skipped parts', () => {
  startNarration(200);
  expect(playRanges([0, 10], [190, 200])).toEqual([]);
});

it('adds up parts, and counts each once', () => {
  startNarration(200);
  expect(playRanges([0, 30])).toEqual([]);
  expect(playRanges([0, 30], [100, 121])).toEqual(['listen25']);
});

it('remembers what was played before a switch to the full recording or another narrator', () => {
  const id = startNarration(210, 'partial');
  playRanges([0, 30]);
  startNarration(200, 'full', id);
  expect(playRanges([30, 55])).toEqual(['listen25']);
});

it('starts again with another article', () => {
  startNarration(200);
  playRanges([0, 40]);
  startNarration(200);
  expect(playRanges([0, 40])).toEqual([]);
});

it('does not count a preview', () => {
  startNarration(30, 'preview');
  expect(playRanges([0, 30])).toEqual([]);
});
