/** Labels for the actors that can cause transitions of a state machine, for use in sentences. */
export const ACTOR_LABELS = {
  editor: 'an editor',
  administrator: 'an administrator',
  reader: 'a reader',
  service: 'the AI service',
  job: 'a background job of Octavo',
} as const;
export type Actor = keyof typeof ACTOR_LABELS;

export interface Transition<State extends string, Event extends string> {
  event: Event;
  from: readonly State[];
  to: State;
  by: readonly Actor[];
  /** A sentence that describes the effect of the transition. */
  effect: string;
}

/**
 * A state machine: the states of a kind of object and the transitions between them (spec 4, "Back-office status
 * vocabularies").
 */
export interface StateMachine<State extends string = string, Event extends string = string> {
  /** Name of the kind of object, for use in sentences, such as "article". */
  subject: string;
  states: Readonly<Record<State, { label: string; meaning: string }>>;
  /** States that a new object can have. */
  initial: readonly State[];
  transitions: readonly Transition<State, Event>[];
}

export type MachineStateName<Machine> =
  Machine extends StateMachine<infer State, string> ? State : never;
export type MachineEventName<Machine> =
  Machine extends StateMachine<string, infer Event> ? Event : never;

/** Defines a state machine. The returned type preserves the names of the states and events. */
export function defineStateMachine<const State extends string, const Event extends string>(
  machine: StateMachine<State, Event>,
): StateMachine<State, Event> {
  return machine;
}

/**
 * Returns the transition that an event causes in a state. Returns `undefined` if the event is not allowed in this
 * state.
 */
export function findTransition<State extends string, Event extends string>(
  { transitions }: StateMachine<State, Event>,
  state: State,
  event: Event,
): Transition<State, Event> | undefined {
  return transitions.find((each) => each.event === event && each.from.includes(state));
}

/** Returns the events that an actor may trigger in a state. */
export function listAllowedEvents<State extends string, Event extends string>(
  { transitions }: StateMachine<State, Event>,
  state: State,
  actor: Actor,
): Event[] {
  return transitions
    .filter(({ from, by }) => from.includes(state) && by.includes(actor))
    .map(({ event }) => event);
}

/** Returns the states in which an event is allowed. */
export function listSourceStates<State extends string, Event extends string>(
  { transitions }: StateMachine<State, Event>,
  event: Event,
): State[] {
  return transitions.filter((each) => each.event === event).flatMap(({ from }) => from);
}

/**
 * Returns a sentence saying that an event is not allowed in the current state. The sentence names the current state,
 * and the states to which the event would lead if it were allowed.
 */
export function describeForbiddenTransition<State extends string, Event extends string>(
  { subject, states, transitions }: StateMachine<State, Event>,
  state: State,
  event: Event,
): string {
  const targets = [
    ...new Set(transitions.filter((each) => each.event === event).map(({ to }) => to)),
  ];
  const names = targets.map((target) => `“${states[target].label}”`).join(' or ');
  return `This ${subject} is “${states[state].label}” and cannot become ${names} from there.`;
}
