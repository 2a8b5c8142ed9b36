import type { ArticleTeaser } from '#domain/article.ts';
import type { ListeningPosition } from '#domain/listening.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { Narration } from './narration.ts';

/** The fields of an article that the player needs. */
export type PlayableArticle = Pick<
  ArticleTeaser,
  'id' | 'authorAlias' | 'path' | 'title' | 'image'
> &
  Partial<Pick<ArticleTeaser, 'readingMinutes'>>;

/**
 * Statuses of a playback session (spec 4). `loading` means that playback starts as soon as possible; `paused` means
 * that it does not start on its own.
 */
export type PlaybackStatus = 'loading' | 'playing' | 'paused' | 'ended';

/** The condition that stops playback: a number of minutes, or the end of the chapter or of the article. */
export type SleepTimer = { minutes: number } | 'chapter' | 'article';

/** A position in a part of the narration that is still being recorded. Playback waits for it. */
export interface AwaitedPosition {
  /** Time of the target in seconds; an estimate if `position` comes from another narrator's recording. */
  seconds: number;
  /** Position of the target's sentence, if it is known. */
  position?: ListeningPosition | undefined;
}

/** The playback of one article's narration. */
export interface PlaybackSession {
  article: PlayableArticle;
  status: PlaybackStatus;
  narrator: NarratorId;
  /** Playback speed, where 1 is the speed of the recording. */
  speed: number;
  /** True for an article from the queue, which is skipped if it has no narration. */
  isQueued: boolean;
  /** The narration of the article; `undefined` while it is being found. */
  narration: Narration | undefined;
  /** The position that playback waits for because that part of the narration is still being recorded. */
  target?: AwaitedPosition | undefined;
  /** A longer recording that is ready to replace the unfinished one between two sentences. */
  longerRecording?: Narration | undefined;
  /** The narrator to switch to once that narrator's recording contains the current sentence. */
  nextNarrator?: NarratorId | undefined;
  /** The next narrator's recording once it is ready to replace the current one between two sentences. */
  nextNarration?: Narration | undefined;
  /** True after the audio element has failed, until it loads the file again. */
  isBroken?: boolean;
  /**
   * URL of an audio file whose length differed from its timings. It is stored because the timings are requested again
   * only once for each file.
   */
  reconciledSource?: string;
  /** The listening position that was saved or restored most recently. */
  savedPosition?: ListeningPosition | undefined;
  /** The playhead in seconds when the listening position was last saved. */
  savedAt: number;
  sleepTimer: SleepTimer | undefined;
  /**
   * Index of the chapter after which the sleep timer stops playback. It is stored instead of a time, because the time
   * depends on the narrator.
   */
  sleepChapter: number;
  /**
   * Number of times that the listener asked to scroll to the current sentence, either by a long seek or by clicking
   * "Back to the sentence".
   */
  followRequests: number;
}

export interface PlayerState {
  /** The current playback session; `undefined` while the player is idle. */
  session: PlaybackSession | undefined;
  /** The current time of the narration in seconds. If playback waits for a target, the time of the target. */
  playhead: number;
  /**
   * Number of times that the listener has decided to play or pause. If this number changes while a list of articles
   * loads, the list is not played.
   */
  decisions: number;
}

export type PlayerEvent =
  // Events from the listener's commands
  | { type: 'play'; article: PlayableArticle; speed: number; isQueued: boolean; isAuto?: boolean }
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
  // Events that report the outcome of a request
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
 * An effect of an event on anything outside the player's state. `player-effects.ts` runs it, and reads article,
 * narrator, narration and speed from the session.
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
  // Effects that send a request. The outcome of the request is an event
  | { type: 'resolveNarrator' }
  | { type: 'find' }
  | { type: 'awaitLonger' }
  /**
   * `findNextNarration` and `awaitNextNarration` cancel the previous request for the next narrator's recording. If
   * there is no next narrator, they do nothing else.
   */
  | { type: 'findNextNarration' }
  | { type: 'awaitNextNarration'; available: number }
  | { type: 'awaitSentenceEnd' }
  /** Checks whether the recording still exists. If so, loads it again later; otherwise requests its replacement. */
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

/** Returns true if the narration is playing, or will play as soon as possible. */
export function isPlayingOrLoading(status: PlaybackStatus): boolean {
  return status === 'playing' || status === 'loading';
}
