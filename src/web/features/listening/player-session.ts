import type { ListeningPosition } from '#domain/listening.ts';
import { findChapterIndexAtTime, findSentenceAtTime, type Narration } from './narration.ts';
import type { PlaybackSession, PlayerEffect, PlayerEvent, PlayerState } from './player-state.ts';

/** The result of an event: the next state, followed by the effects in the order in which they run. */
export type ReducerResult<State extends PlayerState = PlayerState> = readonly [
  State,
  ...PlayerEffect[],
];

/** The player's state while there is a playback session. */
export interface ActiveState extends PlayerState {
  session: PlaybackSession;
}

/** The player's state during a playback session whose narration has been fetched. */
export interface NarratedState extends PlayerState {
  session: PlaybackSession & { narration: Narration };
}

export type PlayerEventOfType<Type extends PlayerEvent['type']> = Extract<
  PlayerEvent,
  { type: Type }
>;

export function isActive(state: PlayerState): state is ActiveState {
  return state.session !== undefined;
}

export function isNarrated(state: PlayerState): state is NarratedState {
  return state.session?.narration !== undefined;
}

export function updateSession<State extends ActiveState>(
  state: State,
  changes: Partial<PlaybackSession>,
): State {
  return { ...state, session: { ...state.session, ...changes } };
}

/** Moves the playhead. The sleep timer for the end of a chapter then applies to the chapter at the new position. */
export function movePlayhead<State extends ActiveState>(state: State, playhead: number): State {
  const { narration } = state.session;
  const sleepChapter = narration ? findChapterIndexAtTime(narration, playhead) : 0;
  return { ...updateSession(state, { sleepChapter }), playhead };
}

/** Makes the article's page scroll to the sentence that is being read. */
export function requestScrollToCurrentSentence<State extends ActiveState>(state: State): State {
  return updateSession(state, { scrollRequestCount: state.session.scrollRequestCount + 1 });
}

/** Increases the number of times that the listener has decided to play or pause. */
export function countDecision<State extends PlayerState>(state: State): State {
  return { ...state, playbackDecisionCount: state.playbackDecisionCount + 1 };
}

/**
 * Replaces the recording and the narrator. Resets the fields that belong to the previous recording. `changes` are
 * applied last.
 */
export function replaceNarration(
  state: ActiveState,
  narration: Narration,
  changes: Partial<PlaybackSession> = {},
): NarratedState {
  const initialFields = {
    ...{ narration, narrator: narration.narrator },
    ...{ awaitedPosition: undefined, longerRecording: undefined, isBroken: false },
  };
  return updateSession(state, { ...initialFields, ...changes }) as NarratedState;
}

/**
 * Returns the position of the sentence at the playhead. If playback waits for a sentence, returns the position of that
 * sentence.
 */
export function findCurrentPosition({
  session,
  playhead: seconds,
}: ActiveState): ListeningPosition | undefined {
  if (session.awaitedPosition?.position) return session.awaitedPosition.position;
  const sentence = session.narration && findSentenceAtTime(session.narration, seconds);
  return sentence && { anchor: sentence.anchor, start: sentence.start, seconds };
}

/** Applies a second step to the result of a first step. The effects of the second step run after those of the first. */
export function combineSteps<Before extends PlayerState, After extends PlayerState>(
  [state, ...effects]: ReducerResult<Before>,
  next: (state: Before) => ReducerResult<After>,
): ReducerResult<After> {
  const [after, ...moreEffects] = next(state);
  return [after, ...effects, ...moreEffects];
}
