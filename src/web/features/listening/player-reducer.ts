import type { ListeningPosition } from '#domain/listening.ts';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import {
  getResumeSeconds,
  isPositionInRecording,
  isPreview,
  isStillBeingRecorded,
  type Narration,
} from './narration.ts';
import {
  handleAudioEnd,
  handleAudioProgress,
  loadAudioAgain,
  pauseSession,
  reloadRecordingIfTimingsMismatch,
  replaceSleepTimer,
  resumeSession,
  savePosition,
  seekInNarration,
  swapToLongerRecording,
  waitForSentence,
} from './playback-transitions.ts';
import {
  chainReducerStep,
  countPlaybackDecision,
  findCurrentListeningPosition,
  hasNarration,
  hasSession,
  movePlayhead,
  type PlayerEventOfType,
  type ReducerResult,
  replaceNarration,
  requestScrollToCurrentSentence,
  type StateWithNarration,
  type StateWithSession,
  updateSession,
} from './player-session.ts';
import {
  isPlayingOrLoading,
  type PlaybackSession,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
} from './player-state.ts';

/**
 * The events that count as the listener's decision to play or pause. A `play` event counts only if the listener caused
 * it.
 */
const DECISION_EVENTS: ReadonlySet<PlayerEvent['type']> = new Set([
  'pause',
  'resume',
  'close',
  'playWhenRecorded',
  'listRequested',
  'sleepTimerExpired',
]);

/**
 * Returns the player's state after an event, and the resulting effects. All of the player's behavior is decided here.
 * The functions in this file start, end and replace a playback session's narration. The functions in
 * `playback-transitions.ts` control playback.
 */
export function reducePlayerState(before: PlayerState, event: PlayerEvent): ReducerResult {
  const isDecision = event.type === 'play' ? !event.isAuto : DECISION_EVENTS.has(event.type);
  const state = isDecision ? countPlaybackDecision(before) : before;
  if (event.type === 'play') return startSession(state, event);
  if (!hasSession(state)) return [state];
  const step = reduceSession(state, event);
  if (step) return step;
  return (hasNarration(state) && reduceNarrated(state, event)) || [state];
}

/** Handles events that affect every playback session. Returns `undefined` for other events. */
function reduceSession(state: StateWithSession, event: PlayerEvent): ReducerResult | undefined {
  const { session } = state;
  switch (event.type) {
    case 'pause':
      return pauseSession(state);
    case 'resume':
      return resumeSession(state);
    case 'close':
      return chainReducerStep(savePosition(state), reset);
    case 'follow':
      return [requestScrollToCurrentSentence(state)];
    case 'setSpeed':
      return [updateSession(state, { speed: event.speed }), { type: 'setAudioSpeed' }];
    case 'chooseNarrator':
      return chooseNarrator(state, event.narrator);
    case 'setSleepTimer':
      return replaceSleepTimer(state, event);
    case 'sleepTimerExpired':
      return pauseSession(updateSession(state, { sleepTimer: undefined }));
    case 'narratorResolved':
      return requestNarration(state, event.narrator);
    case 'found':
      return startNarration(state, event);
    case 'failed':
      return handleFailure(state, event);
    case 'readerChanged':
      return changeReader(state, event);
    case 'pageRestored':
      // When the reader left the page, the browser aborted the pending request for the narration. The request is sent
      // again when the back-forward cache restores the page.
      return session.narration ? undefined : requestNarration(state, session.narrator);
    default:
      return undefined;
  }
}

/**
 * Handles events that affect only playback sessions whose narration has been fetched. Returns `undefined` for other
 * events.
 */
function reduceNarrated(state: StateWithNarration, event: PlayerEvent): ReducerResult | undefined {
  const { session } = state;
  const { status, awaitedPosition } = session;
  switch (event.type) {
    case 'seek':
      return seekInNarration(state, event.seconds);
    case 'playWhenRecorded':
      return waitForSentence(state, event.position);
    case 'longerReady':
      return [
        updateSession(state, { longerRecording: event.narration }),
        { type: 'awaitSentenceEnd' },
      ];
    case 'reloaded':
      return replaceRecording(state, event.narration);
    case 'nextNarrationFound':
      return prepareNextNarrator(state, event.narration);
    case 'nextNarrationFailed':
      return [
        updateSession(state, { nextNarrator: undefined }),
        { type: 'reportNextNarrator', narrator: session.nextNarrator! },
      ];
    case 'sentenceEnded':
      if (session.nextNarration) return switchNarrator(state, session.nextNarration);
      return swapToLongerRecording(state);
    case 'audioStuck':
    case 'retryDue':
      return loadAudioAgain(state);
    case 'saveFailed':
      if (session.savedPosition !== event.position) return undefined;
      return [updateSession(state, { savedPosition: undefined })];
    case 'playing':
      return awaitedPosition
        ? undefined
        : [updateSession(state, { status: 'playing' }), { type: 'cancelRetry' }];
    case 'stalled':
      return awaitedPosition ? undefined : [updateSession(state, { status: 'loading' })];
    case 'audioPaused':
      return awaitedPosition ? undefined : savePosition(updateSession(state, { status: 'paused' }));
    case 'progressed':
      return handleAudioProgress(state, event);
    case 'ended':
      return handleAudioEnd(state, event.seconds);
    case 'audioFailed':
      return [
        updateSession(state, {
          isBroken: true,
          status: isPlayingOrLoading(status) ? 'loading' : status,
        }),
        { type: 'retry' },
      ];
    case 'metadataLoaded':
      return reloadRecordingIfTimingsMismatch(state, event.duration);
    case 'pageHidden':
      return savePosition(state);
    case 'pageRestored': {
      // The browser may have paused the audio while the page was in the back-forward cache. Some browsers do not fire
      // `pause` in this case.
      const isSilenced = event.isAudioPaused && !awaitedPosition && isPlayingOrLoading(status);
      return isSilenced ? [updateSession(state, { status: 'paused' })] : undefined;
    }
    default:
      return undefined;
  }
}

/** Replaces the current playback session with a new one, possibly for the same article. */
function startSession(
  before: PlayerState,
  { article, speed, isFromQueue }: PlayerEventOfType<'play'>,
): ReducerResult {
  const [state, ...effects]: ReducerResult = hasSession(before) ? savePosition(before) : [before];
  const session: PlaybackSession = {
    article,
    speed,
    isFromQueue,
    status: 'loading',
    narrator: DEFAULT_NARRATOR_ID,
    narration: undefined,
    savedPlayhead: 0,
    sleepTimer: state.session?.sleepTimer,
    sleepChapter: 0,
    scrollRequestCount: 0,
  };
  return [
    { ...state, session, playhead: 0 },
    ...effects,
    { type: 'cancelRequests' },
    { type: 'pauseAudio' },
    { type: 'resolveNarrator' },
  ];
}

function requestNarration(state: StateWithSession, narrator: NarratorId): ReducerResult {
  return [updateSession(state, { narrator }), { type: 'find' }];
}

/**
 * Loads the narration that was fetched, and starts it at the reader's listening position. The narration stays paused if
 * the listener paused playback before the narration arrived.
 */
function startNarration(
  state: StateWithSession,
  { narration, position }: PlayerEventOfType<'found'>,
): ReducerResult {
  const [loaded, ...effects] = loadNarration(state, narration, position);
  return [
    updateSession(loaded, {
      savedPosition: findCurrentListeningPosition(loaded),
      savedPlayhead: loaded.playhead,
    }),
    ...effects,
  ];
}

/**
 * Loads a narration and continues at a listening position. If the server is still recording the part with this
 * position, waits for it.
 */
function loadNarration(
  state: StateWithSession,
  narration: Narration,
  position: ListeningPosition | undefined,
): ReducerResult<StateWithNarration> {
  const isAvailable = !position || isPositionInRecording(position, narration);
  const playhead = isAvailable ? getResumeSeconds(position, narration) : position.seconds;
  const isIntended = isPlayingOrLoading(state.session.status);
  const next = replaceNarration(state, narration, {
    status: isIntended ? 'loading' : 'paused',
    awaitedPosition: isAvailable ? undefined : { seconds: playhead, position },
  });
  return [
    movePlayhead(next, playhead),
    { type: 'load', from: isAvailable ? playhead : 0 },
    ...effectsIf(isAvailable && isIntended, { type: 'startAudio' }),
    ...effectsIf(isStillBeingRecorded(narration), { type: 'awaitLonger' }),
  ];
}

/**
 * Switches to another narrator as soon as that narrator's recording contains the sentence that is being read. Playback
 * continues at this sentence.
 */
function chooseNarrator(state: StateWithSession, narrator: NarratorId): ReducerResult {
  const { narration, narrator: current } = state.session;
  const nextNarrator = narration && narrator !== current ? narrator : undefined;
  const next = updateSession(state, { nextNarrator, nextNarration: undefined });
  return chainReducerStep([next, { type: 'findNextNarration' }], (updated) =>
    narration ? [updated] : requestNarration(updated, narrator),
  );
}

function prepareNextNarrator(state: StateWithSession, narration: Narration): ReducerResult {
  const position = findCurrentListeningPosition(state);
  if (position && !isPositionInRecording(position, narration))
    return [state, { type: 'awaitNextNarration', audioSeconds: narration.audioSeconds }];
  return [updateSession(state, { nextNarration: narration }), { type: 'awaitSentenceEnd' }];
}

function switchNarrator(state: StateWithSession, narration: Narration): ReducerResult {
  const { status } = state.session;
  // If the narration has ended, the new narrator starts from the beginning instead of repeating the last sentence.
  const position = status === 'ended' ? undefined : findCurrentListeningPosition(state);
  return chainReducerStep(cancelRequests(state), (next) =>
    loadNarration(next, narration, position),
  );
}

/**
 * Replaces the recording, and continues at the same sentence. If the new recording is a preview that ends before this
 * sentence, playback ends.
 */
function replaceRecording(state: StateWithSession, narration: Narration): ReducerResult {
  if (
    !isPreview(narration) ||
    state.playhead < narration.audioSeconds ||
    isStillBeingRecorded(narration)
  )
    return loadNarration(state, narration, findCurrentListeningPosition(state));
  return [
    {
      ...replaceNarration(state, narration, { status: 'ended' }),
      playhead: narration.audioSeconds,
    },
    { type: 'load', from: 0 },
    ...effectsIf(isPlayingOrLoading(state.session.status), { type: 'promptAfterPreview' }),
  ];
}

/**
 * Handles a failure to play an article. If a queued article has no narration, skips it. Any other failure would affect
 * the rest of the queue too, so playback stops.
 */
function handleFailure(
  state: StateWithSession,
  { error, isMissing }: PlayerEventOfType<'failed'>,
): ReducerResult {
  const { article, narration, isFromQueue } = state.session;
  const isSkippable = isFromQueue && !narration;
  if (isSkippable && isMissing) return [state, { type: 'skipUnavailable' }];
  const [idle, ...effects] = reset(state);
  return [
    idle,
    ...effects,
    ...effectsIf(isSkippable, { type: 'requeue', article }),
    { type: 'reportFailure', error },
  ];
}

/**
 * Handles a change of the reader or their plan. At sign-out, ends the playback session unless it plays a preview. If
 * the new plan includes another recording, requests that recording.
 */
function changeReader(
  state: StateWithSession,
  { isSignedIn, isPremium }: PlayerEventOfType<'readerChanged'>,
): ReducerResult {
  const { article, narration, status } = state.session;
  if (!isSignedIn && !(narration && isPreview(narration))) {
    const [idle, ...effects] = reset(state);
    if (!narration) return [idle, ...effects, { type: 'askToSignIn', article }];
    return [
      idle,
      ...effects,
      ...effectsIf(isPlayingOrLoading(status), { type: 'announceSignOut' }),
    ];
  }
  if (!narration || !isPreview(narration) === isPremium) return [state];
  const [next, ...effects] = chainReducerStep(savePosition(state), cancelRequests);
  return [next, ...effects, { type: 'reloadRecording' }];
}

function cancelRequests(state: StateWithSession): ReducerResult<StateWithSession> {
  const next = updateSession(state, { nextNarrator: undefined, nextNarration: undefined });
  return [next, { type: 'cancelRequests' }];
}

function reset({ playbackDecisionCount }: PlayerState): ReducerResult {
  return [{ session: undefined, playhead: 0, playbackDecisionCount }, { type: 'reset' }];
}

function effectsIf(condition: boolean, effect: PlayerEffect): PlayerEffect[] {
  return condition ? [effect] : [];
}
