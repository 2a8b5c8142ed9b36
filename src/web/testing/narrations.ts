import { vi } from 'vitest';
import type { NarratorId } from '#domain/narrators.ts';
import type { PlaybackSession } from '#web/features/listening/player-state.ts';
import { getAudioElement, playerStore } from '#web/features/listening/player-store.ts';
import { FakeAudioElement } from './fake-audio-element.ts';
import { startFakeServer } from './server.ts';

/** Length of a partial recording in seconds. */
const PARTIAL_SECONDS = 20;

/** Silence after each sentence, in seconds. */
const SILENCE = 0.5;

/**
 * Length of a chapter in seconds, by narrator. It is the same for every chapter of every article. A chapter has two
 * sentences.
 */
const CHAPTER_SECONDS: Readonly<Record<NarratorId, number>> = { af: 20, am: 30, bf: 25, bm: 15 };
const CHAPTERS = [
  { title: 'Title', anchor: 'title' },
  { title: 'First', anchor: 'keyPoints.0.paragraphs.0' },
  { title: 'Second', anchor: 'keyPoints.1.paragraphs.0' },
];

/**
 * State of an article's recording on the fake server. If the state is `pending`, the server responds only once
 * `respond` is called.
 */
type Availability = 'full' | 'partial' | 'missing' | 'pending';

/** A fake of the browser's audio element and of the server that records narrations. */
export class FakeAudioAndNarrationServer {
  /** State of each article's recording, by article ID. The default is `full`. */
  available: Record<string, Availability> = {};
  /** ID of each article's current recording, by article ID. The default is `r`. */
  recording: Record<string, string> = {};
  /** True if the fake server still has earlier recordings. */
  keepsEarlierRecordings = false;
  readonly audio = new FakeAudioElement();
  readonly server = startFakeServer();
  readonly #pending: (() => void)[] = [];

  constructor() {
    this.audio.durationOf = durationOf;
    this.#becomeAudioElement();
    this.listen();
  }

  /** Resets the recordings, and replaces the browser's `fetch` until the test restores the globals. */
  listen(): void {
    this.available = {};
    this.recording = {};
    this.keepsEarlierRecordings = false;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.startsWith('/audio/') ? this.#narrate(url) : this.server.fetch(url, init),
    );
  }

  /** Responds to the pending requests. */
  respond(): void {
    for (const respond of this.#pending.splice(0)) respond();
  }

  /** Makes the page use the fake audio element. */
  #becomeAudioElement(): void {
    const { Audio } = globalThis;
    const { audio } = this;
    globalThis.Audio = function SilentElement() {
      return audio;
    } as unknown as typeof Audio;
    getAudioElement();
    globalThis.Audio = Audio;
  }

  async #narrate(url: string): Promise<Response> {
    const [, id, narrator] = url.split('.') as [string, string, NarratorId];
    if (this.available[id] === 'pending') {
      await new Promise<void>((resolve) => this.#pending.push(resolve));
      this.available[id] = 'full';
    }
    const available = this.available[id] ?? 'full';
    const recording = this.recording[id] ?? 'r';
    const isGone = !this.keepsEarlierRecordings && (recordingIn(url) ?? recording) !== recording;
    if (available === 'missing' || isGone) return new Response(null, { status: 404 });
    const isPartial = available === 'partial' || url.includes('.preview.');
    const timings = { narrator, ...timingsOf(narrator, isPartial, recording) };
    return Response.json(timings, { status: available === 'partial' ? 202 : 200 });
  }
}

/** Returns the player's state as the page shows it. */
export function readPlayerSummary(): Pick<PlaybackSession, 'status' | 'narrator'> & {
  title: string;
  at: number;
} {
  const { session, playhead } = playerStore.get();
  const { status, narrator, article } = session!;
  return { status, narrator, title: article.title, at: playhead };
}

/** Returns the recording ID in a URL. */
function recordingIn(url: string): string | undefined {
  return /\?recording=(.+)$/.exec(url)?.[1];
}

/** Returns the timings of a recording. The recording `slow` is twice as long as the others. */
function timingsOf(narrator: NarratorId, isPartial: boolean, recording: string) {
  const pace = CHAPTER_SECONDS[narrator] * (recording === 'slow' ? 2 : 1);
  const seconds = CHAPTERS.length * pace;
  const available = isPartial ? Math.min(PARTIAL_SECONDS, pace) : seconds;
  const sentences = CHAPTERS.flatMap(({ anchor }, chapter) =>
    [0, 1].map((index) => ({
      anchor,
      start: 50 * index,
      length: 49,
      from: (chapter + index / 2) * pace,
      to: (chapter + (index + 1) / 2) * pace - SILENCE,
    })),
  );
  return {
    recording,
    seconds: available,
    expected: seconds,
    outline: CHAPTERS.map(({ title }) => title),
    chapters: CHAPTERS.map(({ title }, index) => ({
      title,
      from: index * pace,
      to: (index + 1) * pace - SILENCE,
    })).filter(({ from }) => from < available),
    sentences: sentences.filter(({ from }) => from < available),
  };
}

/** Returns the length of an audio file in seconds, by its URL. */
function durationOf(url: string): number {
  const [, , narrator] = url.split('.') as [string, string, NarratorId];
  const recording = recordingIn(url) ?? 'r';
  return narrator ? timingsOf(narrator, url.includes('.preview.'), recording).seconds : 0;
}
