import type { ArticleMeta } from '#domain/article.ts';
import type { Narrator } from '#domain/narrators.ts';
import type { Timings } from '#domain/timings.ts';
import { createStore, useStore } from '#web/lib/store.ts';

/** An article, as the player shows it. */
export type HeardArticle = Pick<ArticleMeta, 'id' | 'authorAlias' | 'path' | 'title' | 'image'> &
  Partial<Pick<ArticleMeta, 'readingMinutes'>>;

/** The states of the player but for idle, in which nothing is listened to (spec 4). */
export type PlayerStatus = 'loading' | 'playing' | 'paused' | 'ended';

/** What there is to be heard of an article. */
export interface Narration extends Timings {
  /** All of it; its beginning, while the rest is being made; or its beginning, for who may hear no more. */
  extent: 'whole' | 'begun' | 'preview';
  /** Where the sound is. */
  source: string;
  /** How long it is, or about how long it will be once it is whole. */
  seconds: number;
  /** How much of it is there. */
  available: number;
  /** The titles of all its chapters, those included that are still being recorded. */
  outline: readonly string[];
}

/** What is listened to. */
export interface Listening {
  article: HeardArticle;
  status: PlayerStatus;
  narrator: Narrator;
  /** Who reads on as soon as they can; nobody else, where it is `undefined`. */
  successor?: Narrator | undefined;
  /** How many times as fast as it was spoken. */
  speed: number;
  /** `undefined` until it has been found. */
  narration: Narration | undefined;
}

/** What is listened to in this tab; nothing while the player is idle. The player itself comes with the first press. */
export const listening = createStore<Listening | undefined>(undefined);
/** Seconds of the narration that have been heard. */
export const playhead = createStore(0);

export function useListening(): Listening | undefined {
  return useStore(listening);
}

/**
 * The element that sounds: one, for a browser that has once let it play within a press lets it go on. And how to pause
 * what is listened to, once the player is there.
 */
export const sounding: { audio?: HTMLAudioElement; pause?: () => void } = {};

/** What is said when it does not sound. */
export const PLAYBACK_FAILED = 'The narration could not be played. Please try again.';
