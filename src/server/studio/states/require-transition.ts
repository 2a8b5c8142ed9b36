import {
  type Actor,
  describeRefusal,
  findTransition,
  type StateMachine,
} from '#domain/statuses/state-machine.ts';
import { ConflictError, ForbiddenError } from '#server/platform/errors.ts';

/**
 * Returns the state after an event. Throws {@link ConflictError}, which names the states, if the event is not possible,
 * and {@link ForbiddenError} if `actor` may not cause it. Callers store the new state only if the old one is unchanged
 * (`WHERE status = …`) or locked, because two may ask at once.
 */
export function requireTransition<State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  state: State,
  event: Event,
  actor: Actor,
): State {
  const transition = findTransition(machine, state, event);
  if (!transition) throw new ConflictError(describeRefusal(machine, state, event));
  if (!transition.by.includes(actor))
    throw new ForbiddenError(`You may not do that to this ${machine.subject}.`);
  return transition.to;
}
