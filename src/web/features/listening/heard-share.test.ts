// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { listening, type Narration, sounding } from './listening.ts';

const countOnce = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/counts.ts', () => ({ countOnce }));

/** What the browser says has been played of what is loaded. */
let played: [from: number, to: number][] = [];
sounding.audio = {
  get played() {
    return {
      length: played.length,
      start: (at: number) => played[at]![0],
      end: (at: number) => played[at]![1],
    };
  },
} as unknown as HTMLAudioElement;
const { noteHeard } = await import('./heard-share.ts');

/** Plays an article nobody has heard anything of. */
function begin(seconds: number, extent: Narration['extent'] = 'whole', id = crypto.randomUUID()) {
  const article = { id, authorAlias: 'Plumbline', path: '/', title: '', image: {} as never };
  const narration = {
    extent,
    seconds,
    available: seconds,
    source: '',
    chapters: [],
    outline: [],
    sentences: [],
  };
  listening.set({ article, status: 'playing', narrator: 'af', speed: 1, narration });
  played = [];
  return id;
}
function hear(...ranges: typeof played): string[] {
  played = ranges;
  noteHeard();
  return [...new Set(countOnce.mock.calls.map(([, kind]) => kind))];
}

beforeEach(() => countOnce.mockReset());

it('counts each quarter that has been heard', () => {
  begin(200);
  expect(hear([0, 49])).toEqual([]);
  expect(hear([0, 51])).toEqual(['listen25']);
  expect(hear([0, 101])).toEqual(['listen25', 'listen50']);
  expect(hear([0, 151])).toEqual(['listen25', 'listen50', 'listen75']);
  expect(hear([0, 200])).toEqual(['listen25', 'listen50', 'listen75', 'listen100']);
});

it('does not take the playhead for what was heard', () => {
  begin(200);
  expect(hear([0, 10], [190, 200])).toEqual([]);
});

it('adds up what was heard here and there, each part once', () => {
  begin(200);
  expect(hear([0, 30])).toEqual([]);
  expect(hear([0, 30], [100, 121])).toEqual(['listen25']);
});

it('knows what was heard before the whole took over from the beginning, or another narrator', () => {
  const id = begin(210, 'begun');
  hear([0, 30]);
  begin(200, 'whole', id);
  expect(hear([30, 55])).toEqual(['listen25']);
});

it('begins anew with another article', () => {
  begin(200);
  hear([0, 40]);
  begin(200);
  expect(hear([0, 40])).toEqual([]);
});

it('counts nothing of a beginning, which is no share of the whole', () => {
  begin(30, 'preview');
  expect(hear([0, 30])).toEqual([]);
});
