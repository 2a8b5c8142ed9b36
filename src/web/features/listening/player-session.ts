import type { ListeningPosition } from '#domain/listening.ts';
import { findChapterIndexAtTime, findSentenceAtTime, type Narration } from './narration.ts';
import type { PlaybackSession, PlayerEffect, PlayerEvent, PlayerState } from './player-state.ts';

/** The result of handling an event: the next state, followed by the effects in the order in which they run. */
export type ReducerResult<State extends PlayerState = PlayerState> = readonly [
  State,
  ...PlayerEffect[],
];

/** The player's state while there is a playback session. */
export interface StateWithSession extends PlayerState {
  session: PlaybackSession;
}

/** The player's state during a playback session whose narration has been fetched. */
export interface StateWithNarration extends PlayerState {
  session: PlaybackSession & { narration: Narration };
}

export type PlayerEventOfType<Type extends PlayerEvent['type']> = Extract<
  PlayerEvent,
  { type: Type }
>;

export function hasSession(state: PlayerState): state is StateWithSession {
  return state.session !== undefined;
}

export function hasNarration(state: PlayerState): state is StateWithNarration {
  return state.session?.narration !== undefined;
}

export function updateSession<State extends StateWithSession>(
  state: State,
  changes: Partial<PlaybackSession>,
): State {
  return { ...state, session: { ...state.session, ...changes } };
}

/**
 * Moves the playhead. A sleep timer that is set to the end of the chapter then applies to the chapter at the new
 * position.
 */
export function movePlayhead<State extends StateWithSession>(
  state: State,
  playhead: number,
): State {
  const { narration } = state.session;
  const sleepChapter = narration ? findChapterIndexAtTime(narration, playhead) : 0;
  return { ...updateSession(state, { sleepChapter }), playhead };
}

/** Makes the article's page scroll to the sentence that is being read. */
export function requestScrollToCurrentSentence<State extends StateWithSession>(
  state: State,
): State {
  return updateSession(state, { scrollRequestCount: state.session.scrollRequestCount + 1 });
}

/** Increases the number of times that the listener has decided to play or pause. */
export function countPlaybackDecision<State extends PlayerState>(state: State): State {
  return { ...state, playbackDecisionCount: state.playbackDecisionCount + 1 };
}

/**
 * Replaces the recording and the narrator. Resets the fields that belong to the previous recording. `changes` are
 * applied last.
 */
export function replaceNarration(
  state: StateWithSession,
  narration: Narration,
  changes: Partial<PlaybackSession> = {},
): StateWithNarration {
  const initialFields = {
    ...{ narration, narrator: narration.narrator },
    ...{ awaitedPosition: undefined, longerRecording: undefined, isBroken: false },
  };
  return updateSession(state, { ...initialFields, ...changes }) as StateWithNarration;
}

/** Returns the position of the sentence at the playhead, or of the sentence that playback waits for. */
export function findCurrentListeningPosition({
  session,
  playhead: seconds,
}: StateWithSession): ListeningPosition | undefined {
  if (session.awaitedPosition?.position) return session.awaitedPosition.position;
  const sentence = session.narration && findSentenceAtTime(session.narration, seconds);
  return sentence && { anchor: sentence.anchor, start: sentence.start, seconds };
}

/**
 * Applies `next` to the state that a previous step returned. The effects of `next` run after those of the previous
 * step.
 */
export function chainReducerStep<Before extends PlayerState, After extends PlayerState>(
  [state, ...effects]: ReducerResult<Before>,
  next: (state: Before) => ReducerResult<After>,
): ReducerResult<After> {
  const [after, ...moreEffects] = next(state);
  return [after, ...effects, ...moreEffects];
}
