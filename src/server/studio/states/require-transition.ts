import {
  type Actor,
  describeRefusal,
  findTransition,
  type StateMachine,
} from '#domain/statuses/state-machine.ts';
import { ConflictError, ForbiddenError } from '#server/platform/errors.ts';

/**
 * The state an event leads to. Throws {@link ConflictError}, which names both states, where the event is refused, and
 * {@link ForbiddenError} where it is not `actor`'s to cause. Whoever stores the new state does so only where the old
 * one still holds (`WHERE status = …`), or under a lock: two may ask at once.
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
    throw new ForbiddenError(`It is not for you to do that to this ${machine.subject}.`);
  return transition.to;
}
