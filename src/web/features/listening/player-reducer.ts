import type { ListeningPosition } from '#domain/listening.ts';
import { DEFAULT_NARRATOR, type Narrator } from '#domain/narrators.ts';
import {
  findChapterIndexAtTime,
  findSentenceAtTime,
  getResumeSeconds,
  isPositionRecorded,
  type Narration,
} from './narration.ts';
import {
  isPlayingOrLoading,
  type PlaybackSession,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
} from './player-state.ts';

/**
 * Time in seconds by which a skip button moves the playhead (spec 9). After a longer seek, the page scrolls to the
 * current sentence.
 */
export const SKIP_SECONDS = 10;
/** Playback time in seconds between two saves of the listening position. */
const SAVE_INTERVAL = 15;
/** Length in seconds of the beginning of a narration, within which no listening position is saved. */
const NOT_STARTED = 1;
/** Maximum difference in seconds between the length of an audio file and its timings. */
const LENGTH_TOLERANCE = 1;

/** The result of an event: the next state, and the effects in the order in which they run. */
export type ReducerResult<State extends PlayerState = PlayerState> = readonly [
  State,
  ...PlayerEffect[],
];

interface ActiveState extends PlayerState {
  session: PlaybackSession;
}
interface NarratedState extends PlayerState {
  session: PlaybackSession & { narration: Narration };
}
type EventOf<Type extends PlayerEvent['type']> = Extract<PlayerEvent, { type: Type }>;

/** Events by which the listener decides to play or pause. */
const DECISIONS: ReadonlySet<PlayerEvent['type']> = new Set([
  'pause',
  'resume',
  'close',
  'playWhenRecorded',
  'listRequested',
  'sleepTimerExpired',
]);

/**
 * Returns the player's state after an event, and the resulting effects. All decisions of the player are made in this
 * function.
 */
export function reducePlayerState(before: PlayerState, event: PlayerEvent): ReducerResult {
  const isDecision = event.type === 'play' ? !event.isAuto : DECISIONS.has(event.type);
  const state = isDecision ? countDecision(before) : before;
  if (event.type === 'play') return startSession(state, event);
  if (!isActive(state)) return [state];
  const step = reduceSession(state, event);
  if (step) return step;
  return (isNarrated(state) && reduceNarrated(state, event)) || [state];
}

/** Handles events that affect every session. Returns `undefined` for other events. */
function reduceSession(state: ActiveState, event: PlayerEvent): ReducerResult | undefined {
  const { session } = state;
  switch (event.type) {
    case 'pause':
      return pauseSession(state);
    case 'resume':
      return resumeSession(state);
    case 'close':
      return combineSteps(savePosition(state), reset);
    case 'follow':
      return [requestFollow(state)];
    case 'setSpeed':
      return [updateSession(state, { speed: event.speed }), { type: 'setAudioSpeed' }];
    case 'chooseNarrator':
      return chooseNarrator(state, event.narrator);
    case 'setSleepTimer':
      return replaceSleepTimer(state, event);
    case 'sleepTimerExpired':
      return pauseSession(updateSession(state, { sleepTimer: undefined }));
    case 'narratorResolved':
      return find(state, event.narrator);
    case 'found':
      return start(state, event);
    case 'failed':
      return fail(state, event);
    case 'readerChanged':
      return changeReader(state, event);
    case 'pageRestored':
      // A request for the narration was aborted when the page was closed, so it is sent again.
      return session.narration ? undefined : find(state, session.narrator);
    default:
      return undefined;
  }
}

/** Handles events that affect only sessions whose narration was found. Returns `undefined` for other events. */
function reduceNarrated(state: NarratedState, event: PlayerEvent): ReducerResult | undefined {
  const { session } = state;
  const { status, target } = session;
  switch (event.type) {
    case 'seek':
      return seekInNarration(state, event.seconds);
    case 'playWhenRecorded':
      return waitForSentence(state, event.position);
    case 'fullRecordingReady':
      return [
        updateSession(state, { fullRecording: event.narration }),
        { type: 'awaitSentenceEnd' },
      ];
    case 'reloaded':
      return resumeWith(state, event.narration);
    case 'nextNarrationFound':
      return prepareNextNarrator(state, event.narration);
    case 'nextNarrationFailed':
      return [
        updateSession(state, { nextNarrator: undefined }),
        { type: 'reportNextNarrator', narrator: session.nextNarrator! },
      ];
    case 'sentenceEnded':
      if (session.nextNarration) return switchNarrator(state, session.nextNarration);
      return swapToFullRecording(state);
    case 'retryDue':
      return loadAudioAgain(state);
    case 'saveFailed':
      if (session.savedPosition !== event.position) return undefined;
      return [updateSession(state, { savedPosition: undefined })];
    case 'playing':
      return target
        ? undefined
        : [updateSession(state, { status: 'playing' }), { type: 'cancelRetry' }];
    case 'stalled':
      return target ? undefined : [updateSession(state, { status: 'loading' })];
    case 'audioPaused':
      return target ? undefined : savePosition(updateSession(state, { status: 'paused' }));
    case 'progressed':
      return updateProgress(state, event);
    case 'ended':
      return endAudio(state, event.seconds);
    case 'audioFailed':
      return [
        updateSession(state, {
          isBroken: true,
          status: isPlayingOrLoading(status) ? 'loading' : status,
        }),
        { type: 'retry' },
      ];
    case 'metadataLoaded':
      return reconcileTimings(state, event.duration);
    case 'pageHidden':
      return savePosition(state);
    case 'pageRestored': {
      // The browser may have paused the audio while the page was in the background. Not every browser fires `pause` in
      // this case.
      const isSilenced = event.isAudioPaused && !target && isPlayingOrLoading(status);
      return isSilenced ? [updateSession(state, { status: 'paused' })] : undefined;
    }
    default:
      return undefined;
  }
}

/** Ends the current playback session and starts a new one, possibly for the same article. */
function startSession(
  before: PlayerState,
  { article, speed, isQueued }: EventOf<'play'>,
): ReducerResult {
  const [state, ...effects]: ReducerResult = isActive(before) ? savePosition(before) : [before];
  const session: PlaybackSession = {
    article,
    speed,
    isQueued,
    status: 'loading',
    narrator: DEFAULT_NARRATOR,
    narration: undefined,
    savedAt: 0,
    sleepTimer: state.session?.sleepTimer,
    sleepChapter: 0,
    followRequests: 0,
  };
  return [
    { ...state, session, playhead: 0 },
    ...effects,
    { type: 'cancelRequests' },
    { type: 'pauseAudio' },
    { type: 'resolveNarrator' },
  ];
}

function find(state: ActiveState, narrator: Narrator): ReducerResult {
  return [updateSession(state, { narrator }), { type: 'find' }];
}

/**
 * Starts a session's narration at the reader's listening position. The narration stays paused if the listener has
 * pressed pause while it was being found.
 */
function start(state: ActiveState, { narration, position }: EventOf<'found'>): ReducerResult {
  const [begun, ...effects] = begin(state, narration, position);
  return [
    updateSession(begun, { savedPosition: findCurrentPosition(begun), savedAt: begun.playhead }),
    ...effects,
  ];
}

/**
 * Loads a narration and continues at a listening position. If the position is in a part that is still being recorded,
 * waits for it.
 */
function begin(
  state: ActiveState,
  narration: Narration,
  position: ListeningPosition | undefined,
): ReducerResult<NarratedState> {
  const isAvailable = !position || isPositionRecorded(position, narration);
  const playhead = isAvailable ? getResumeSeconds(position, narration) : position.seconds;
  const isIntended = isPlayingOrLoading(state.session.status);
  const next = replaceNarration(state, narration, {
    status: isIntended ? 'loading' : 'paused',
    target: isAvailable ? undefined : { seconds: playhead, position },
  });
  return [
    movePlayhead(next, playhead),
    { type: 'load', from: isAvailable ? playhead : 0 },
    ...effectsIf(isAvailable && isIntended, { type: 'startAudio' }),
    ...effectsIf(narration.extent === 'partial', { type: 'awaitFullRecording' }),
  ];
}

/** Starts the audio, unless the listener has paused or playback waits for a part that is still being recorded. */
function playIfIntended(state: ActiveState): ReducerResult<ActiveState> {
  const { status, target } = state.session;
  return isPlayingOrLoading(status) && !target ? play(state) : [state];
}

function play(state: ActiveState): ReducerResult<ActiveState> {
  return [updateSession(state, { status: 'loading' }), { type: 'startAudio' }];
}

/** Pauses playback. A narration that is not yet found or recorded will not start by itself. */
function pauseSession(state: ActiveState): ReducerResult {
  if (!isPlayingOrLoading(state.session.status)) return [state];
  const [paused, ...effects] = savePosition(updateSession(state, { status: 'paused' }));
  return [paused, { type: 'pauseAudio' }, { type: 'cancelRetry' }, ...effects];
}

function resumeSession(state: ActiveState): ReducerResult {
  const { narration, target, isBroken, status } = state.session;
  if (status === 'ended' && isNarrated(state))
    return combineSteps(seekInNarration(state, 0), resumeSession);
  if (!narration || target) return [updateSession(state, { status: 'loading' })];
  if (isBroken) return [updateSession(state, { status: 'loading' }), { type: 'retry' }];
  // A narration that is already playing keeps its status. The status `loading` would never end, because the audio
  // element fires no further `playing` event.
  return status === 'playing' ? [state, { type: 'startAudio' }] : play(state);
}

/** Moves the playhead to a time in seconds. If that part is still being recorded, waits for it. */
function seekInNarration(before: NarratedState, to: number): ReducerResult<ActiveState> {
  const { narration, status, target } = before.session;
  const seconds = Math.min(Math.max(0, to), narration.seconds);
  const state = Math.abs(seconds - before.playhead) > SKIP_SECONDS ? requestFollow(before) : before;
  if (seconds > narration.available && narration.extent === 'partial')
    return waitFor(state, seconds);
  const next = updateSession(state, {
    target: undefined,
    ...(status === 'ended' && { status: 'paused' }),
  });
  const sought: ReducerResult<ActiveState> = [
    movePlayhead(next, seconds),
    { type: 'seekAudio', seconds: Math.min(seconds, narration.available) },
  ];
  const saved = combineSteps(sought, savePosition);
  return target ? combineSteps(saved, playIfIntended) : saved;
}

/** Pauses the audio until a part that is still being recorded is available. */
function waitFor<State extends ActiveState>(
  state: State,
  seconds: number,
  position?: ListeningPosition,
): ReducerResult<State> {
  const status = isPlayingOrLoading(state.session.status) ? 'loading' : 'paused';
  const next = updateSession(state, { target: { seconds, position }, status });
  return [{ ...next, playhead: seconds }, { type: 'pauseAudio' }];
}

/**
 * Continues at a sentence as soon as it is recorded. Until then, the end of the recorded part is used as the time of
 * the sentence.
 */
function waitForSentence(
  state: NarratedState,
  position: Pick<ListeningPosition, 'anchor' | 'start'>,
): ReducerResult | undefined {
  const { extent, available: seconds } = state.session.narration;
  if (extent !== 'partial') return undefined;
  return combineSteps(waitFor(state, seconds, { ...position, seconds }), resumeSession);
}

function updateProgress(
  state: NarratedState,
  { seconds, isPaused }: EventOf<'progressed'>,
): ReducerResult {
  const { status, target, narration, sleepTimer, sleepChapter, savedAt } = state.session;
  // Ignores the position of the audio element after the end of the narration, and while playback waits for a target.
  // For example, loading an ended partial recording again sets the position to the start of the file.
  if (status === 'ended' || target) return [state];
  const next = { ...state, playhead: seconds };
  if (isPaused) return [next];
  if (sleepTimer === 'chapter' && findChapterIndexAtTime(narration, seconds) > sleepChapter)
    return pauseSession(countDecision(updateSession(next, { sleepTimer: undefined })));
  return Math.abs(seconds - savedAt) >= SAVE_INTERVAL ? savePosition(next) : [next];
}

/** Handles the end of the audio file, which may contain a full recording, a preview or a partial recording. */
function endAudio(before: NarratedState, seconds: number): ReducerResult {
  const state = { ...before, playhead: seconds };
  const { narration, sleepTimer } = state.session;
  if (narration.extent === 'partial')
    return combineSteps(waitFor(state, seconds), swapToFullRecording);
  const ended = updateSession(state, { status: 'ended' });
  if (narration.extent === 'preview') return [ended, { type: 'promptAfterPreview' }];
  const forget: PlayerEffect = { type: 'forgetPosition' };
  if (typeof sleepTimer === 'string')
    return [updateSession(ended, { sleepTimer: undefined }), forget];
  return [ended, forget, { type: 'playNext' }];
}

/**
 * Replaces a partial recording with the full one, if the full one is ready. The audio of the partial recording is the
 * beginning of the full one, so the playhead stays at the same time.
 */
function swapToFullRecording(state: NarratedState): ReducerResult {
  const { fullRecording, target } = state.session;
  if (!fullRecording) return [state];
  const from = target?.position
    ? getResumeSeconds(target.position, fullRecording)
    : Math.min(target?.seconds ?? state.playhead, fullRecording.seconds);
  const next = replaceNarration(state, fullRecording);
  const moved = target ? movePlayhead(next, from) : { ...next, playhead: from };
  return combineSteps([moved, { type: 'load', from }], playIfIntended);
}

/** Switches to another narrator at the current sentence, as soon as that narrator's recording contains it. */
function chooseNarrator(state: ActiveState, narrator: Narrator): ReducerResult {
  const { narration, narrator: current } = state.session;
  const nextNarrator = narration && narrator !== current ? narrator : undefined;
  const next = updateSession(state, { nextNarrator, nextNarration: undefined });
  return combineSteps([next, { type: 'findNextNarration' }], (chosen) =>
    narration ? [chosen] : find(chosen, narrator),
  );
}

function prepareNextNarrator(state: ActiveState, narration: Narration): ReducerResult {
  const position = findCurrentPosition(state);
  if (position && !isPositionRecorded(position, narration))
    return [state, { type: 'awaitNextNarration' }];
  return [updateSession(state, { nextNarration: narration }), { type: 'awaitSentenceEnd' }];
}

function switchNarrator(state: ActiveState, narration: Narration): ReducerResult {
  const { nextNarrator, status } = state.session;
  // After the end, the new narrator starts from the beginning, instead of repeating the last sentence.
  const position = status === 'ended' ? undefined : findCurrentPosition(state);
  return combineSteps(cancelRequests(state), (next) =>
    begin(updateSession(next, { narrator: nextNarrator! }), narration, position),
  );
}

/**
 * Continues at the same sentence with the recording that is available now. If this recording is a preview that ends
 * before the sentence, playback ends.
 */
function resumeWith(state: ActiveState, narration: Narration): ReducerResult {
  if (narration.extent !== 'preview' || state.playhead < narration.available)
    return begin(state, narration, findCurrentPosition(state));
  return [
    {
      ...replaceNarration(state, narration, { status: 'ended' }),
      playhead: narration.available,
    },
    { type: 'load', from: 0 },
    ...effectsIf(isPlayingOrLoading(state.session.status), { type: 'promptAfterPreview' }),
  ];
}

/** Loads the same audio file again after the connection was lost. */
function loadAudioAgain(state: ActiveState): ReducerResult {
  const from = state.session.target ? 0 : state.playhead;
  return combineSteps(
    [updateSession(state, { isBroken: false }), { type: 'load', from }],
    playIfIntended,
  );
}

/**
 * Requests the timings again if they do not match the length of the audio file. The file may contain a new recording
 * under the same URL.
 */
function reconcileTimings(state: NarratedState, duration: number): ReducerResult | undefined {
  const { narration, reconciledSource } = state.session;
  const { source, available } = narration;
  const isMismatch = Math.abs(duration - available) >= LENGTH_TOLERANCE;
  if (!Number.isFinite(duration) || !isMismatch || reconciledSource === source) return undefined;
  return [updateSession(state, { reconciledSource: source }), { type: 'reloadRecording' }];
}

/**
 * Handles a failure to play an article. A queued article without a narration is skipped. Any other failure would affect
 * the rest of the queue too, so playback stops.
 */
function fail(state: ActiveState, { error, isMissing }: EventOf<'failed'>): ReducerResult {
  const { article, narration, isQueued } = state.session;
  const isSkippable = isQueued && !narration;
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
 * Handles a change of the reader: ends the playback session at sign-out, otherwise adapts the session to the reader's
 * plan.
 */
function changeReader(
  state: ActiveState,
  { isSignedIn, isPremium }: EventOf<'readerChanged'>,
): ReducerResult {
  const { article, narration, status } = state.session;
  if (!isSignedIn && narration?.extent !== 'preview') {
    const [idle, ...effects] = reset(state);
    if (!narration) return [idle, ...effects, { type: 'askToSignIn', article }];
    return [
      idle,
      ...effects,
      ...effectsIf(isPlayingOrLoading(status), { type: 'announceSignOut' }),
    ];
  }
  if (!narration || (narration.extent !== 'preview') === isPremium) return [state];
  const [next, ...effects] = combineSteps(savePosition(state), cancelRequests);
  return [next, ...effects, { type: 'reloadRecording' }];
}

function replaceSleepTimer(state: ActiveState, { timer }: EventOf<'setSleepTimer'>): ReducerResult {
  const next = updateSession(state, { sleepTimer: timer });
  return [
    movePlayhead(next, state.playhead),
    {
      type: 'startSleepTimer',
      minutes: typeof timer === 'object' ? timer.minutes : undefined,
    },
  ];
}

/**
 * Saves the listening position, unless the position of the same sentence is already saved. Positions in previews are
 * not saved.
 */
function savePosition<State extends ActiveState>(state: State): ReducerResult<State> {
  const { article, narration, status, savedPosition: saved } = state.session;
  if (!narration || narration.extent === 'preview' || status === 'ended') return [state];
  const position = findCurrentPosition(state);
  if (!position || position.seconds < NOT_STARTED) return [state];
  if (saved?.anchor === position.anchor && saved.start === position.start) return [state];
  return [
    updateSession(state, { savedPosition: position, savedAt: state.playhead }),
    { type: 'savePosition', article, position },
  ];
}

/** Returns the position of the sentence at the playhead, or of the sentence that playback waits for. */
function findCurrentPosition({
  session,
  playhead: seconds,
}: ActiveState): ListeningPosition | undefined {
  if (session.target?.position) return session.target.position;
  const sentence = session.narration && findSentenceAtTime(session.narration, seconds);
  return sentence && { anchor: sentence.anchor, start: sentence.start, seconds };
}

function cancelRequests(state: ActiveState): ReducerResult<ActiveState> {
  const next = updateSession(state, { nextNarrator: undefined, nextNarration: undefined });
  return [next, { type: 'cancelRequests' }];
}

function reset({ decisions }: PlayerState): ReducerResult {
  return [{ session: undefined, playhead: 0, decisions }, { type: 'reset' }];
}

/** Moves the playhead, and updates the chapter after which the sleep timer stops playback. */
function movePlayhead<State extends ActiveState>(state: State, playhead: number): State {
  const { narration } = state.session;
  const sleepChapter = narration ? findChapterIndexAtTime(narration, playhead) : 0;
  return { ...updateSession(state, { sleepChapter }), playhead };
}

function requestFollow<State extends ActiveState>(state: State): State {
  return updateSession(state, { followRequests: state.session.followRequests + 1 });
}

function countDecision<State extends PlayerState>(state: State): State {
  return { ...state, decisions: state.decisions + 1 };
}

/** Replaces the recording, and resets all state that belongs to the previous recording. */
function replaceNarration(
  state: ActiveState,
  narration: Narration,
  part: Partial<PlaybackSession> = {},
): NarratedState {
  const fresh = { narration, target: undefined, fullRecording: undefined, isBroken: false };
  return updateSession(state, { ...fresh, ...part }) as NarratedState;
}

function updateSession<State extends ActiveState>(
  state: State,
  part: Partial<PlaybackSession>,
): State {
  return { ...state, session: { ...state.session, ...part } };
}

/** Combines two steps. The effects of the second step run after those of the first. */
function combineSteps<Before extends PlayerState, After extends PlayerState>(
  [state, ...effects]: ReducerResult<Before>,
  next: (state: Before) => ReducerResult<After>,
): ReducerResult<After> {
  const [after, ...more] = next(state);
  return [after, ...effects, ...more];
}

function effectsIf(condition: boolean, effect: PlayerEffect): PlayerEffect[] {
  return condition ? [effect] : [];
}

function isActive(state: PlayerState): state is ActiveState {
  return state.session !== undefined;
}

function isNarrated(state: PlayerState): state is NarratedState {
  return state.session?.narration !== undefined;
}
