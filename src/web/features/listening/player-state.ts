import type { ArticleMeta } from '#domain/article.ts';
import type { ListeningPosition } from '#domain/listening.ts';
import type { Narrator } from '#domain/narrators.ts';
import type { Narration } from './narration.ts';

/** The fields of an article that the player shows. */
export type PlayableArticle = Pick<ArticleMeta, 'id' | 'authorAlias' | 'path' | 'title' | 'image'> &
  Partial<Pick<ArticleMeta, 'readingMinutes'>>;

/**
 * The states of the player besides idle (spec 4). `loading` means that playback starts as soon as it can; `paused` means
 * that it does not start by itself.
 */
export type PlayerStatus = 'loading' | 'playing' | 'paused' | 'ended';

/** When playback stops by itself: after some minutes, or at the end of the chapter or the article. */
export type SleepTimer = { minutes: number } | 'chapter' | 'article';

/** A position in a part of the narration that is still being recorded. */
interface Target {
  /** An estimate if `position` is another narrator's. */
  seconds: number;
  /** The sentence, if it is known. */
  position?: ListeningPosition | undefined;
}

/** The playback of one article. */
export interface PlaybackSession {
  article: PlayableArticle;
  status: PlayerStatus;
  narrator: Narrator;
  /** Playback rate. */
  speed: number;
  /** True if the article came from the queue: without a narration, it is skipped. */
  isQueued: boolean;
  /** `undefined` while the narration is being found. */
  narration: Narration | undefined;
  /** Playback continues there once that part is recorded. */
  target?: Target | undefined;
  /** The full recording, ready to replace the partial one between two sentences. */
  fullRecording?: Narration | undefined;
  /** The narrator who takes over once their recording reaches the current sentence. */
  nextNarrator?: Narrator | undefined;
  /** The next narrator's recording, ready to take over between two sentences. */
  nextNarration?: Narration | undefined;
  /** True after the audio element failed, until the file is loaded again. */
  isBroken?: boolean;
  /** The audio file whose length differed from its timings: they are requested again once. */
  reconciledSource?: string;
  /** The last listening position that was saved or restored. */
  savedPosition?: ListeningPosition | undefined;
  /** The playhead when the position was last saved. */
  savedAt: number;
  sleepTimer: SleepTimer | undefined;
  /** Index of the chapter at whose end the sleep timer stops playback: narrators reach it at different seconds. */
  sleepChapter: number;
  /** Counts the times the listener led the page to the narration: by a far seek, or by "Back to the sentence". */
  followRequests: number;
}

export interface PlayerState {
  /** `undefined` while the player is idle. */
  session: PlaybackSession | undefined;
  /** The current second of the narration, or of the target. */
  playhead: number;
  /** Counts plays and pauses that did not happen by themselves, so that a slow list does not play after one. */
  decisions: number;
}

export type PlayerEvent =
  // Commands of the listener
  | { type: 'play'; article: PlayableArticle; speed: number; isQueued: boolean; isAuto?: boolean }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'close' }
  | { type: 'seek'; seconds: number }
  | { type: 'playWhenRecorded'; position: Pick<ListeningPosition, 'anchor' | 'start'> }
  | { type: 'follow' }
  | { type: 'setSpeed'; speed: number }
  | { type: 'chooseNarrator'; narrator: Narrator }
  | { type: 'setSleepTimer'; timer: SleepTimer | undefined }
  | { type: 'listRequested' }
  // Outcomes of requests
  | { type: 'narratorResolved'; narrator: Narrator }
  | { type: 'found'; narration: Narration; position: ListeningPosition | undefined }
  | { type: 'fullRecordingReady'; narration: Narration }
  | { type: 'reloaded'; narration: Narration }
  | { type: 'nextNarrationFound'; narration: Narration }
  | { type: 'nextNarrationFailed' }
  | { type: 'retryDue' }
  | { type: 'failed'; error: unknown; isMissing: boolean }
  | { type: 'saveFailed'; position: ListeningPosition }
  // The audio element
  | { type: 'playing' }
  | { type: 'stalled' }
  | { type: 'audioPaused' }
  | { type: 'progressed'; seconds: number; isPaused: boolean }
  | { type: 'sentenceEnded' }
  | { type: 'ended'; seconds: number }
  | { type: 'audioFailed' }
  | { type: 'metadataLoaded'; duration: number }
  // The environment
  | { type: 'sleepTimerExpired' }
  | { type: 'pageHidden' }
  | { type: 'pageRestored'; isAudioPaused: boolean }
  | { type: 'readerChanged'; isSignedIn: boolean; isPremium: boolean };

/** Work for `player-effects.ts`, which reads article, narrator, narration and speed from the session. */
export type Effect =
  // The audio element
  | { type: 'load'; from: number }
  | { type: 'startAudio' }
  | { type: 'pauseAudio' }
  | { type: 'seekAudio'; seconds: number }
  | { type: 'setAudioSpeed' }
  /** Ends everything: requests, timers, playback. */
  | { type: 'reset' }
  // Requests; each outcome is an event
  | { type: 'resolveNarrator' }
  | { type: 'find' }
  | { type: 'awaitFullRecording' }
  /** Cancels the last request of this kind; without a next narrator, only that. */
  | { type: 'findNextNarration' }
  | { type: 'awaitNextNarration' }
  | { type: 'awaitSentenceEnd' }
  /** Finds out whether the recording still exists: loads it again later, or requests its replacement. */
  | { type: 'retry' }
  | { type: 'reloadRecording' }
  | { type: 'cancelRequests' }
  | { type: 'cancelRetry' }
  | { type: 'startSleepTimer'; minutes: number | undefined }
  // The reader's account and queue
  | { type: 'savePosition'; article: PlayableArticle; position: ListeningPosition }
  | { type: 'forgetPosition' }
  | { type: 'requeue'; article: PlayableArticle }
  | { type: 'playNext' }
  // Messages
  | { type: 'skipUnavailable' }
  | { type: 'reportFailure'; error: unknown }
  | { type: 'reportNextNarrator'; narrator: Narrator }
  | { type: 'askToSignIn'; article: PlayableArticle }
  | { type: 'announceSignOut' }
  | { type: 'promptAfterPreview' };

/** True if the narration plays, or is to play as soon as it can. */
export function isPlayIntended(status: PlayerStatus): boolean {
  return status === 'playing' || status === 'loading';
}
