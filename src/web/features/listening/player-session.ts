import type { ListeningPosition } from '#domain/listening.ts';
import { findChapterIndexAtTime, findSentenceAtTime, type Narration } from './narration.ts';
import type { PlaybackSession, PlayerEffect, PlayerEvent, PlayerState } from './player-state.ts';

/** The result of an event: the next state, and the effects in the order in which they run. */
export type ReducerResult<State extends PlayerState = PlayerState> = readonly [
  State,
  ...PlayerEffect[],
];

/** The player's state while there is a playback session. */
export interface ActiveState extends PlayerState {
  session: PlaybackSession;
}

/** The player's state once the narration of the session was found. */
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

/** Moves the playhead, and updates the chapter after which the sleep timer stops playback. */
export function movePlayhead<State extends ActiveState>(state: State, playhead: number): State {
  const { narration } = state.session;
  const sleepChapter = narration ? findChapterIndexAtTime(narration, playhead) : 0;
  return { ...updateSession(state, { sleepChapter }), playhead };
}

/** Requests that the page scrolls to the current sentence. */
export function requestScrollToCurrentSentence<State extends ActiveState>(state: State): State {
  return updateSession(state, { followRequests: state.session.followRequests + 1 });
}

/** Counts a decision of the listener to play or pause. */
export function countDecision<State extends PlayerState>(state: State): State {
  return { ...state, decisions: state.decisions + 1 };
}

/** Replaces the recording and its narrator, and resets all state that belongs to the previous recording. */
export function replaceNarration(
  state: ActiveState,
  narration: Narration,
  changes: Partial<PlaybackSession> = {},
): NarratedState {
  const initialFields = {
    ...{ narration, narrator: narration.narrator },
    ...{ target: undefined, longerRecording: undefined, isBroken: false },
  };
  return updateSession(state, { ...initialFields, ...changes }) as NarratedState;
}

/** Returns the position of the sentence at the playhead, or of the sentence that playback waits for. */
export function findCurrentPosition({
  session,
  playhead: seconds,
}: ActiveState): ListeningPosition | undefined {
  if (session.target?.position) return session.target.position;
  const sentence = session.narration && findSentenceAtTime(session.narration, seconds);
  return sentence && { anchor: sentence.anchor, start: sentence.start, seconds };
}

/** Combines two steps. The effects of the second step run after those of the first. */
export function combineSteps<Before extends PlayerState, After extends PlayerState>(
  [state, ...effects]: ReducerResult<Before>,
  next: (state: Before) => ReducerResult<After>,
): ReducerResult<After> {
  const [after, ...moreEffects] = next(state);
  return [after, ...effects, ...moreEffects];
}
