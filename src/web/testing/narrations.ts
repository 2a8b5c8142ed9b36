import { vi } from 'vitest';
import type { Narrator } from '#domain/narrators.ts';
import { audioElement } from '#web/features/listening/audio-element.ts';
import type { PlaybackSession } from '#web/features/listening/player-state.ts';
import { playerState } from '#web/features/listening/player-store.ts';
import { SilentAudio } from './audio.ts';
import { startFakeServer } from './server.ts';

/** Seconds of a partial recording. */
const PARTIAL_SECONDS = 20;

/** Seconds of silence after a sentence. */
const SILENCE = 0.5;

/** Seconds a narrator takes for each chapter of any article. A chapter has two sentences. */
const CHAPTER_SECONDS: Readonly<Record<Narrator, number>> = { af: 20, am: 30, bf: 25, bm: 15 };
const CHAPTERS = [
  { title: 'Title', anchor: 'title' },
  { title: 'First', anchor: 'keyPoints.0.paragraphs.0' },
  { title: 'Second', anchor: 'keyPoints.1.paragraphs.0' },
];

/** The server's recording of an article; `pending` responds only once `respond` is called. */
type Availability = 'full' | 'partial' | 'missing' | 'pending';

/** Replaces the browser's audio element, and the server that records narrations. */
export class Narrations {
  /** By article id; `full` by default. */
  available: Record<string, Availability> = {};
  /** Id of the current recording, by article id; `r` by default. */
  recording: Record<string, string> = {};
  /** True if the server still has earlier recordings. */
  keepsEarlierRecordings = false;
  readonly audio = new SilentAudio();
  readonly server = startFakeServer();
  readonly #pending: (() => void)[] = [];

  constructor() {
    this.audio.durationOf = durationOf;
    this.#becomeAudioElement();
    this.listen();
  }

  /** Answers requests instead of the network, until globals are no longer stubbed. */
  listen(): void {
    this.available = {};
    this.recording = {};
    this.keepsEarlierRecordings = false;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.startsWith('/audio/') ? this.#narrate(url) : this.server.fetch(url, init),
    );
  }

  /** Answers the requests that are pending. */
  respond(): void {
    for (const respond of this.#pending.splice(0)) respond();
  }

  /** Makes the page create this object as its audio element. */
  #becomeAudioElement(): void {
    const { Audio } = globalThis;
    const { audio } = this;
    globalThis.Audio = function SilentElement() {
      return audio;
    } as unknown as typeof Audio;
    audioElement();
    globalThis.Audio = Audio;
  }

  async #narrate(url: string): Promise<Response> {
    const [, id, narrator] = url.split('.') as [string, string, Narrator];
    if (this.available[id] === 'pending') {
      await new Promise<void>((resolve) => this.#pending.push(resolve));
      this.available[id] = 'full';
    }
    const available = this.available[id] ?? 'full';
    const recording = this.recording[id] ?? 'r';
    const isGone = !this.keepsEarlierRecordings && (recordingIn(url) ?? recording) !== recording;
    if (available === 'missing' || isGone) return new Response(null, { status: 404 });
    const isPartial = available === 'partial' || url.includes('.preview.');
    return Response.json(timingsOf(narrator, isPartial, recording), {
      status: available === 'partial' ? 202 : 200,
    });
  }
}

/** Returns the state that the player shows. */
export function now(): Pick<PlaybackSession, 'status' | 'narrator'> & {
  title: string;
  at: number;
} {
  const { session, playhead } = playerState.get();
  const { status, narrator, article } = session!;
  return { status, narrator, title: article.title, at: playhead };
}

/** Returns the recording id in a URL. */
function recordingIn(url: string): string | undefined {
  return /\?recording=(.+)$/.exec(url)?.[1];
}

/** Returns the timings of a recording. The recording `slow` takes twice as long. */
function timingsOf(narrator: Narrator, isPartial: boolean, recording: string) {
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

/** Returns the length of an audio file in seconds. */
function durationOf(url: string): number {
  const [, , narrator] = url.split('.') as [string, string, Narrator];
  const recording = recordingIn(url) ?? 'r';
  return narrator ? timingsOf(narrator, url.includes('.preview.'), recording).seconds : 0;
}
