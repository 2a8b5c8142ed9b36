import { vi } from 'vitest';
import type { Narrator } from '#domain/narrators.ts';
import type { Listening } from '#web/features/listening/listening.ts';
import { listening, playhead, sounding } from '#web/features/listening/listening.ts';
import { SilentAudio } from './audio.ts';
import { startServer } from './server.ts';

/** Seconds of a beginning. */
const BEGINNING = 20;

/** Seconds of silence after a sentence. */
const SILENCE = 0.5;

/** How a narrator reads any article: so many seconds a part, of which each has two sentences. */
const PACE: Readonly<Record<Narrator, number>> = { af: 20, am: 30, bf: 25, bm: 15 };
const PARTS = [
  { title: 'Title', anchor: 'title' },
  { title: 'First', anchor: 'keyPoints.0.paragraphs.0' },
  { title: 'Second', anchor: 'keyPoints.1.paragraphs.0' },
];

type Made = 'whole' | 'begun' | 'missing' | 'never';

/** A player in a browser, and a server that narrates. */
export class Narrations {
  /** What there is of each article's narration, by id: all of it, unless something else is said. */
  made: Record<string, Made> = {};
  /** Names the recording there is of each article, by id: `r`, unless something else is said. */
  recording: Record<string, string> = {};
  /** Whether those it was before are kept. */
  isAnyRecordingKept = false;
  readonly audio = new SilentAudio();
  readonly server = startServer();
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.audio.lasts = (source) => secondsOf(source);
    sounding.audio = this.audio as unknown as HTMLAudioElement;
    this.listen();
  }

  /** Answers in the place of the network, until globals are no longer stubbed. */
  listen(): void {
    this.made = {};
    this.recording = {};
    this.isAnyRecordingKept = false;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      address.startsWith('/audio/') ? this.#narrate(address) : this.server.fetch(address, init),
    );
  }

  /** What was not to be answered is answered now. */
  answer(): void {
    for (const answer of this.#waiting.splice(0)) answer();
  }

  async #narrate(address: string): Promise<Response> {
    const [, id, narrator] = address.split('.') as [string, string, Narrator];
    if (this.made[id] === 'never') {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.made[id] = 'whole';
    }
    const made = this.made[id] ?? 'whole';
    const recording = this.recording[id] ?? 'r';
    const isGone = !this.isAnyRecordingKept && (recordingIn(address) ?? recording) !== recording;
    if (made === 'missing' || isGone) return new Response(null, { status: 404 });
    const isBeginning = made === 'begun' || address.includes('.preview.');
    return Response.json(timingsOf(narrator, isBeginning, recording), {
      status: made === 'begun' ? 202 : 200,
    });
  }
}

/** What is listened to, and what of it has been heard. */
export function now(): Pick<Listening, 'status' | 'narrator'> & { title: string; at: number } {
  const { status, narrator, article } = listening.get()!;
  return { status, narrator, title: article.title, at: playhead.get() };
}

/** The recording that an address names. */
function recordingIn(address: string): string | undefined {
  return /\?recording=(.+)$/.exec(address)?.[1];
}

/** What is called slow takes twice as long. */
function timingsOf(narrator: Narrator, isBegun: boolean, recording: string) {
  const pace = PACE[narrator] * (recording === 'slow' ? 2 : 1);
  const seconds = PARTS.length * pace;
  const available = isBegun ? Math.min(BEGINNING, pace) : seconds;
  const sentences = PARTS.flatMap(({ anchor }, part) =>
    [0, 1].map((at) => ({
      anchor,
      start: 50 * at,
      length: 49,
      from: (part + at / 2) * pace,
      to: (part + (at + 1) / 2) * pace - SILENCE,
    })),
  );
  return {
    recording,
    seconds: available,
    expected: seconds,
    outline: PARTS.map(({ title }) => title),
    chapters: PARTS.map(({ title }, at) => ({
      title,
      from: at * pace,
      to: (at + 1) * pace - SILENCE,
    })).filter(({ from }) => from < available),
    sentences: sentences.filter(({ from }) => from < available),
  };
}

/** How long what has this address lasts. */
function secondsOf(source: string): number {
  const [, , narrator] = source.split('.') as [string, string, Narrator];
  const recording = recordingIn(source) ?? 'r';
  return narrator ? timingsOf(narrator, source.includes('.preview.'), recording).seconds : 0;
}
