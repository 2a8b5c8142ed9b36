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
  /**
   * True if the fake server still has each article's earlier recordings. If false, requests for them receive status
   * 404.
   */
  keepsEarlierRecordings = false;
  readonly audio = new FakeAudioElement();
  readonly server = startFakeServer();
  readonly #pending: (() => void)[] = [];

  constructor() {
    this.audio.durationOf = getDuration;
    this.#installAudioElement();
    this.listen();
  }

  /** Resets the recordings, and replaces the browser's `fetch` until the test restores the globals. */
  listen(): void {
    this.available = {};
    this.recording = {};
    this.keepsEarlierRecordings = false;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.startsWith('/audio/') ? this.#respondWithTimings(url) : this.server.fetch(url, init),
    );
  }

  /** Responds to all pending requests. */
  respond(): void {
    for (const respond of this.#pending.splice(0)) respond();
  }

  /** Makes the page use the fake audio element. */
  #installAudioElement(): void {
    const { Audio } = globalThis;
    const { audio } = this;
    globalThis.Audio = function SilentElement() {
      return audio;
    } as unknown as typeof Audio;
    getAudioElement();
    globalThis.Audio = Audio;
  }

  async #respondWithTimings(url: string): Promise<Response> {
    const [, id, narrator] = url.split('.') as [string, string, NarratorId];
    if (this.available[id] === 'pending') {
      await new Promise<void>((resolve) => this.#pending.push(resolve));
      this.available[id] = 'full';
    }
    const availability = this.available[id] ?? 'full';
    const recording = this.recording[id] ?? 'r';
    const isRemoved =
      !this.keepsEarlierRecordings && (parseRecordingId(url) ?? recording) !== recording;
    if (availability === 'missing' || isRemoved) return new Response(null, { status: 404 });
    const isPartial = availability === 'partial' || url.includes('.preview.');
    const timings = { narrator, ...createTimings(narrator, isPartial, recording) };
    return Response.json(timings, { status: availability === 'partial' ? 202 : 200 });
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
function parseRecordingId(url: string): string | undefined {
  return /\?recording=(.+)$/.exec(url)?.[1];
}

/** Returns the timings of a recording. The recording `slow` is twice as long as the others. */
function createTimings(narrator: NarratorId, isPartial: boolean, recording: string) {
  const chapterSeconds = CHAPTER_SECONDS[narrator] * (recording === 'slow' ? 2 : 1);
  const seconds = CHAPTERS.length * chapterSeconds;
  const availableSeconds = isPartial ? Math.min(PARTIAL_SECONDS, chapterSeconds) : seconds;
  const sentences = CHAPTERS.flatMap(({ anchor }, chapter) =>
    [0, 1].map((index) => ({
      anchor,
      start: 50 * index,
      length: 49,
      from: (chapter + index / 2) * chapterSeconds,
      to: (chapter + (index + 1) / 2) * chapterSeconds - SILENCE,
    })),
  );
  return {
    recording,
    seconds: availableSeconds,
    expected: seconds,
    outline: CHAPTERS.map(({ title }) => title),
    chapters: CHAPTERS.map(({ title }, index) => ({
      title,
      from: index * chapterSeconds,
      to: (index + 1) * chapterSeconds - SILENCE,
    })).filter(({ from }) => from < availableSeconds),
    sentences: sentences.filter(({ from }) => from < availableSeconds),
  };
}

/** Returns the length of an audio file in seconds, by its URL. */
function getDuration(url: string): number {
  const [, , narrator] = url.split('.') as [string, string, NarratorId];
  const recording = parseRecordingId(url) ?? 'r';
  return narrator ? createTimings(narrator, url.includes('.preview.'), recording).seconds : 0;
}
