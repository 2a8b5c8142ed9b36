import {
  type Actor,
  describeForbiddenTransition,
  findTransition,
  type StateMachine,
} from '#domain/statuses/state-machine.ts';
import { ConflictError, ForbiddenError } from '#server/platform/errors.ts';

/**
 * Returns the state that follows from an event. Throws {@link ConflictError} if the current state does not allow the
 * event, and {@link ForbiddenError} if `actor` is not allowed to trigger the event. To prevent race conditions, the
 * caller must either lock the row or store the new state only if the old state is unchanged (`WHERE status = …`).
 */
export function getNextStateOrThrow<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  state: State,
  event: Event,
  actor: Actor,
): State {
  const transition = findTransition(machine, state, event);
  if (!transition) throw new ConflictError(describeForbiddenTransition(machine, state, event));
  if (!transition.by.includes(actor))
    throw new ForbiddenError(`You may not do that to this ${machine.subject}.`);
  return transition.to;
}
