import type { ListeningPosition } from '#domain/listening.ts';
import {
  findChapterIndexAtTime,
  getResumeSeconds,
  isPositionInRecording,
  isPreview,
  isStillBeingRecorded,
  type Narration,
} from './narration.ts';
import {
  chainReducerStep,
  countPlaybackDecision,
  findCurrentListeningPosition,
  hasNarration,
  movePlayhead,
  type PlayerEventOfType,
  type ReducerResult,
  replaceNarration,
  requestScrollToCurrentSentence,
  type StateWithNarration,
  type StateWithSession,
  updateSession,
} from './player-session.ts';
import { type AwaitedPosition, isPlayingOrLoading, type PlayerEffect } from './player-state.ts';

/**
 * Time in seconds by which a skip button moves the playhead (spec 9). After a longer seek, the page scrolls to the
 * sentence that is being read.
 */
export const SKIP_SECONDS = 10;
/** Playback time in seconds between two saves of the listening position. */
const SAVE_INTERVAL = 15;
/** Number of seconds at the start of a narration during which no listening position is saved. */
const MIN_SAVED_SECONDS = 1;
/** The timings of a recording match its audio file if their lengths differ by less than this many seconds. */
const LENGTH_TOLERANCE = 1;

/** Pauses playback. If the narration is still being fetched or recorded, it will not start on its own. */
export function pauseSession(state: StateWithSession): ReducerResult {
  if (!isPlayingOrLoading(state.session.status)) return [state];
  const [paused, ...effects] = savePosition(updateSession(state, { status: 'paused' }));
  return [paused, { type: 'pauseAudio' }, { type: 'cancelRetry' }, ...effects];
}

/**
 * Resumes playback. If the narration is still being fetched or recorded, playback starts as soon as possible. If the
 * narration has ended, plays it again from the beginning.
 */
export function resumeSession(state: StateWithSession): ReducerResult {
  const { narration, awaitedPosition, isBroken, status } = state.session;
  if (status === 'ended' && hasNarration(state))
    return chainReducerStep(seekInNarration(state, 0), resumeSession);
  if (!narration || awaitedPosition) return [updateSession(state, { status: 'loading' })];
  if (isBroken) return [updateSession(state, { status: 'loading' }), { type: 'retry' }];
  // A narration that is already playing keeps its status. If the status changed to `loading`, it would never change
  // back, because the audio element fires no further `playing` event.
  return status === 'playing' ? [state, { type: 'startAudio' }] : startPlayback(state);
}

/**
 * Moves the playhead to a time in seconds. If the server is still recording that part of the narration, waits for it.
 */
export function seekInNarration(
  before: StateWithNarration,
  to: number,
): ReducerResult<StateWithSession> {
  const { narration, status, awaitedPosition } = before.session;
  const seconds = Math.min(Math.max(0, to), narration.seconds);
  const state =
    Math.abs(seconds - before.playhead) > SKIP_SECONDS
      ? requestScrollToCurrentSentence(before)
      : before;
  if (seconds > narration.audioSeconds && isStillBeingRecorded(narration))
    return waitForRecording(state, seconds);
  const next = updateSession(state, {
    awaitedPosition: undefined,
    ...(status === 'ended' && { status: 'paused' }),
  });
  const seekStep: ReducerResult<StateWithSession> = [
    movePlayhead(next, seconds),
    { type: 'seekAudio', seconds: Math.min(seconds, narration.audioSeconds) },
  ];
  const saveStep = chainReducerStep(seekStep, savePosition);
  return awaitedPosition ? chainReducerStep(saveStep, playIfIntended) : saveStep;
}

/**
 * Continues playback at a sentence as soon as it is recorded. The sentence's time is unknown until then, so the
 * playhead waits at the end of the recorded part. Returns `undefined` if the recording is complete.
 */
export function waitForSentence(
  state: StateWithNarration,
  position: Pick<ListeningPosition, 'anchor' | 'start'>,
): ReducerResult | undefined {
  const { narration } = state.session;
  const { audioSeconds: seconds } = narration;
  if (!isStillBeingRecorded(narration)) return undefined;
  return chainReducerStep(
    waitForRecording(state, seconds, { ...position, seconds }),
    resumeSession,
  );
}

/**
 * Handles the audio element's progress. Moves the playhead, and saves the listening position every {@link
 * SAVE_INTERVAL} seconds. Pauses playback at the end of a chapter if the sleep timer says so.
 */
export function handleAudioProgress(
  state: StateWithNarration,
  { seconds, isPaused }: PlayerEventOfType<'progressed'>,
): ReducerResult {
  const { status, awaitedPosition, narration, sleepTimer, sleepChapter, savedPlayhead } =
    state.session;
  // Ignores the audio element's position after the narration has ended, and while playback waits for `awaitedPosition`.
  // For example, the element reports the start of the file after a longer part of the recording has been loaded.
  if (status === 'ended' || awaitedPosition) return [state];
  const next = { ...state, playhead: seconds };
  if (isPaused) return [next];
  if (sleepTimer === 'chapter' && findChapterIndexAtTime(narration, seconds) > sleepChapter)
    return pauseSession(countPlaybackDecision(updateSession(next, { sleepTimer: undefined })));
  return Math.abs(seconds - savedPlayhead) >= SAVE_INTERVAL ? savePosition(next) : [next];
}

/**
 * Handles the end of the audio file. If the recording is unfinished, waits for a longer one. Otherwise, ends the
 * narration.
 */
export function handleAudioEnd(before: StateWithNarration, seconds: number): ReducerResult {
  const state = { ...before, playhead: seconds };
  const { narration, sleepTimer } = state.session;
  if (isStillBeingRecorded(narration))
    return chainReducerStep(waitForRecording(state, seconds), swapToLongerRecording);
  const ended = updateSession(state, { status: 'ended' });
  if (narration.extent === 'preview') return [ended, { type: 'promptAfterPreview' }];
  const forgetEffect: PlayerEffect = { type: 'forgetPosition' };
  if (typeof sleepTimer === 'string')
    return [updateSession(ended, { sleepTimer: undefined }), forgetEffect];
  return [ended, forgetEffect, { type: 'playNext' }];
}

/**
 * Replaces an unfinished recording with a longer one, if one is ready. The longer recording begins with the same audio,
 * so the playhead stays at the same time. If playback waits for a part that the longer recording does not contain yet,
 * it keeps waiting.
 */
export function swapToLongerRecording(state: StateWithNarration): ReducerResult {
  const { longerRecording, awaitedPosition } = state.session;
  if (!longerRecording) return [state];
  const moreEffects: PlayerEffect[] = isStillBeingRecorded(longerRecording)
    ? [{ type: 'awaitLonger' }]
    : [];
  if (awaitedPosition && !isAwaitedPositionRecorded(awaitedPosition, longerRecording))
    return [
      replaceNarration(state, longerRecording, { awaitedPosition }),
      { type: 'load', from: 0 },
      ...moreEffects,
    ];
  const from = awaitedPosition?.position
    ? getResumeSeconds(awaitedPosition.position, longerRecording)
    : Math.min(awaitedPosition?.seconds ?? state.playhead, longerRecording.seconds);
  const next = replaceNarration(state, longerRecording);
  const moved = awaitedPosition ? movePlayhead(next, from) : { ...next, playhead: from };
  return chainReducerStep([moved, { type: 'load', from }, ...moreEffects], playIfIntended);
}

function isAwaitedPositionRecorded(
  { seconds, position }: AwaitedPosition,
  narration: Narration,
): boolean {
  if (position) return isPositionInRecording(position, narration);
  return !isStillBeingRecorded(narration) || seconds < narration.audioSeconds;
}

/** Loads the same audio file again, after the connection was lost or playback got stuck. */
export function loadAudioAgain(state: StateWithSession): ReducerResult {
  const from = state.session.awaitedPosition ? 0 : state.playhead;
  return chainReducerStep(
    [updateSession(state, { isBroken: false }), { type: 'load', from }],
    playIfIntended,
  );
}

/**
 * Requests the recording's timings again if they do not match the length of the audio file. The mismatch may mean that
 * the URL now serves a newer recording.
 */
export function reloadRecordingIfTimingsMismatch(
  state: StateWithNarration,
  duration: number,
): ReducerResult | undefined {
  const { narration, mismatchedSource } = state.session;
  const { source, audioSeconds } = narration;
  const isMismatch = Math.abs(duration - audioSeconds) >= LENGTH_TOLERANCE;
  if (!Number.isFinite(duration) || !isMismatch || mismatchedSource === source) return undefined;
  return [updateSession(state, { mismatchedSource: source }), { type: 'reloadRecording' }];
}

/** Starts, replaces or removes the sleep timer. */
export function replaceSleepTimer(
  state: StateWithSession,
  { timer }: PlayerEventOfType<'setSleepTimer'>,
): ReducerResult {
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
 * Saves the sentence at the playhead as the listening position, unless it is already saved. Positions in previews are
 * not saved.
 */
export function savePosition<State extends StateWithSession>(state: State): ReducerResult<State> {
  const { article, narration, status, savedPosition: saved } = state.session;
  if (!narration || isPreview(narration) || status === 'ended') return [state];
  const position = findCurrentListeningPosition(state);
  if (!position || position.seconds < MIN_SAVED_SECONDS) return [state];
  if (saved?.anchor === position.anchor && saved.start === position.start) return [state];
  return [
    updateSession(state, { savedPosition: position, savedPlayhead: state.playhead }),
    { type: 'savePosition', article, position },
  ];
}

/**
 * Starts the audio. Does nothing if the listener has paused playback, or if playback waits for a part that is still
 * being recorded.
 */
function playIfIntended(state: StateWithSession): ReducerResult<StateWithSession> {
  const { status, awaitedPosition } = state.session;
  return isPlayingOrLoading(status) && !awaitedPosition ? startPlayback(state) : [state];
}

function startPlayback(state: StateWithSession): ReducerResult<StateWithSession> {
  return [updateSession(state, { status: 'loading' }), { type: 'startAudio' }];
}

/** Pauses the audio until the server has recorded the part of the narration at `seconds`. */
function waitForRecording<State extends StateWithSession>(
  state: State,
  seconds: number,
  position?: ListeningPosition,
): ReducerResult<State> {
  const status = isPlayingOrLoading(state.session.status) ? 'loading' : 'paused';
  const next = updateSession(state, { awaitedPosition: { seconds, position }, status });
  return [{ ...next, playhead: seconds }, { type: 'pauseAudio' }];
}
