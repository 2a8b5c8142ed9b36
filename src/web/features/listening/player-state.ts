import type { ArticleTeaser } from '#domain/article.ts';
import type { ListeningPosition } from '#domain/listening.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { Narration } from './narration.ts';

/** The article fields that the player needs. */
export type PlayableArticle = Pick<
  ArticleTeaser,
  'id' | 'authorAlias' | 'path' | 'title' | 'image'
> &
  Partial<Pick<ArticleTeaser, 'readingMinutes'>>;

/**
 * The status of a playback session (spec 4). `loading` means that playback starts as soon as possible. `paused` means
 * that it does not start on its own.
 */
export type PlaybackStatus = 'loading' | 'playing' | 'paused' | 'ended';

/**
 * The condition under which playback stops: after a number of minutes, at the end of the chapter, or at the end of the
 * article.
 */
export type SleepTimer = { minutes: number } | 'chapter' | 'article';

/** A position that playback waits for, because the server is still recording that part of the narration. */
export interface AwaitedPosition {
  /** Time of the position in seconds. It is an estimate if `position` comes from another narrator's recording. */
  seconds: number;
  /** The sentence at this position, if it is known. */
  position?: ListeningPosition | undefined;
}

/** The playback of one article's narration. */
export interface PlaybackSession {
  article: PlayableArticle;
  status: PlaybackStatus;
  narrator: NarratorId;
  /** The playback speed. 1 is the speed of the recording. */
  speed: number;
  /** True if the article comes from the queue, in which case it is skipped if it has no narration. */
  isFromQueue: boolean;
  /** The article's narration, or `undefined` while it is being fetched. */
  narration: Narration | undefined;
  /** The position that playback waits for, because the server is still recording that part of the narration. */
  awaitedPosition?: AwaitedPosition | undefined;
  /** A longer recording that is ready. It will replace the unfinished recording between two sentences. */
  longerRecording?: Narration | undefined;
  /** The narrator to switch to, once that narrator's recording contains the sentence that is being read. */
  nextNarrator?: NarratorId | undefined;
  /** The recording by `nextNarrator`, once it is ready. It will replace the current recording between two sentences. */
  nextNarration?: Narration | undefined;
  /** True after the audio element has failed, until it loads the audio file again. */
  isBroken?: boolean;
  /**
   * The URL of an audio file whose length did not match its timings. It is stored to prevent a second request for the
   * same file's timings.
   */
  mismatchedSource?: string;
  /** The listening position that was saved or restored most recently. */
  savedPosition?: ListeningPosition | undefined;
  /** The playback position in seconds when the listening position was last saved. */
  savedPlayhead: number;
  sleepTimer: SleepTimer | undefined;
  /**
   * The index of the chapter after which the sleep timer stops playback. An index is stored instead of a time, because
   * the chapter ends at a different time for each narrator.
   */
  sleepChapter: number;
  /**
   * Number of requests to scroll the page to the sentence that is being read. It increases after a long seek and after
   * a click on "Back to the sentence". Each increase makes the page scroll.
   */
  scrollRequestCount: number;
}

export interface PlayerState {
  /** The current playback session, or `undefined` while the player is idle. */
  session: PlaybackSession | undefined;
  /**
   * The playback position in seconds. While playback waits for `awaitedPosition`, this is the time of that position.
   */
  playhead: number;
  /**
   * Number of times that the listener has decided to play or pause. If it changes while a list of articles is being
   * loaded, the list is not played.
   */
  playbackDecisionCount: number;
}

export type PlayerEvent =
  // Commands from the listener
  | {
      type: 'play';
      article: PlayableArticle;
      speed: number;
      isFromQueue: boolean;
      isAuto?: boolean;
    }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'close' }
  | { type: 'seek'; seconds: number }
  | { type: 'playWhenRecorded'; position: Pick<ListeningPosition, 'anchor' | 'start'> }
  | { type: 'follow' }
  | { type: 'setSpeed'; speed: number }
  | { type: 'chooseNarrator'; narrator: NarratorId }
  | { type: 'setSleepTimer'; timer: SleepTimer | undefined }
  | { type: 'listRequested' }
  // Outcomes of requests
  | { type: 'narratorResolved'; narrator: NarratorId }
  | { type: 'found'; narration: Narration; position: ListeningPosition | undefined }
  | { type: 'longerReady'; narration: Narration }
  | { type: 'reloaded'; narration: Narration }
  | { type: 'nextNarrationFound'; narration: Narration }
  | { type: 'nextNarrationFailed' }
  | { type: 'retryDue' }
  | { type: 'failed'; error: unknown; isMissing: boolean }
  | { type: 'saveFailed'; position: ListeningPosition }
  // Events from the audio element
  | { type: 'playing' }
  | { type: 'stalled' }
  | { type: 'audioPaused' }
  | { type: 'progressed'; seconds: number; isPaused: boolean }
  | { type: 'sentenceEnded' }
  | { type: 'ended'; seconds: number }
  | { type: 'audioFailed' }
  | { type: 'audioStuck' }
  | { type: 'metadataLoaded'; duration: number }
  // Events from the page, the sleep timer and the reader's account
  | { type: 'sleepTimerExpired' }
  | { type: 'pageHidden' }
  | { type: 'pageRestored'; isAudioPaused: boolean }
  | { type: 'readerChanged'; isSignedIn: boolean; isPremium: boolean };

/**
 * A side effect that the reducer requests. `player-effects.ts` runs it. Most effects read the article, narrator,
 * narration and speed from the playback session.
 */
export type PlayerEffect =
  // Effects on the audio element
  | { type: 'load'; from: number }
  | { type: 'startAudio' }
  | { type: 'pauseAudio' }
  | { type: 'seekAudio'; seconds: number }
  | { type: 'setAudioSpeed' }
  /** Stops all requests, all timers and playback. */
  | { type: 'reset' }
  // Effects that send requests, whose outcomes are dispatched as events, or that control pending requests
  | { type: 'resolveNarrator' }
  | { type: 'find' }
  | { type: 'awaitLonger' }
  /**
   * Requests the recording by `nextNarrator`, and cancels the previous request for such a recording. Sends no request
   * if there is no `nextNarrator`. The same applies to `awaitNextNarration`.
   */
  | { type: 'findNextNarration' }
  | { type: 'awaitNextNarration'; audioSeconds: number }
  | { type: 'awaitSentenceEnd' }
  /**
   * Loads the audio file again after a delay. If the server refuses the file, requests the recording that has replaced
   * it.
   */
  | { type: 'retry' }
  | { type: 'reloadRecording' }
  | { type: 'cancelRequests' }
  | { type: 'cancelRetry' }
  | { type: 'startSleepTimer'; minutes: number | undefined }
  // Effects on the reader's account and on the queue
  | { type: 'savePosition'; article: PlayableArticle; position: ListeningPosition }
  | { type: 'forgetPosition' }
  | { type: 'requeue'; article: PlayableArticle }
  | { type: 'playNext' }
  // Effects that show a message
  | { type: 'skipUnavailable' }
  | { type: 'reportFailure'; error: unknown }
  | { type: 'reportNextNarrator'; narrator: NarratorId }
  | { type: 'askToSignIn'; article: PlayableArticle }
  | { type: 'announceSignOut' }
  | { type: 'promptAfterPreview' };

export type PlayerEffectOfType<Type extends PlayerEffect['type']> = Extract<
  PlayerEffect,
  { type: Type }
>;

/** Returns true if the narration is playing, or will start as soon as possible. */
export function isPlayingOrLoading(status: PlaybackStatus): boolean {
  return status === 'playing' || status === 'loading';
}
