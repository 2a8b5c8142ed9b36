/** Who or what may cause a change of state. */
export const ACTORS = {
  editor: 'an editor',
  administrator: 'an administrator',
  reader: 'a reader',
  service: 'the AI service',
  job: 'a job of Octavo’s own',
} as const;
export type Actor = keyof typeof ACTORS;

export interface Transition<State extends string, Event extends string> {
  event: Event;
  from: readonly State[];
  to: State;
  by: readonly Actor[];
  /** What comes of it, in a sentence. */
  effect: string;
}

/** What states a kind of thing goes through (spec 4, "Back-office status vocabularies"), as data that code reads. */
export interface StateMachine<State extends string = string, Event extends string = string> {
  /** What it is about, as it is called in a sentence: "article". */
  subject: string;
  states: Readonly<Record<State, { label: string; meaning: string }>>;
  /** In what states it can begin. */
  initial: readonly State[];
  transitions: readonly Transition<State, Event>[];
}

export type StateOf<Machine> = Machine extends StateMachine<infer State, string> ? State : never;
export type EventOf<Machine> = Machine extends StateMachine<string, infer Event> ? Event : never;

/** Keeps the names of states and events as types. */
export function stateMachine<const State extends string, const Event extends string>(
  machine: StateMachine<State, Event>,
): StateMachine<State, Event> {
  return machine;
}

/** The transition an event is in a state; `undefined` where it is refused there. */
export function findTransition<State extends string, Event extends string>(
  { transitions }: StateMachine<State, Event>,
  state: State,
  event: Event,
): Transition<State, Event> | undefined {
  return transitions.find((each) => each.event === event && each.from.includes(state));
}

/** What can happen in a state, to offer it. */
export function listEvents<State extends string, Event extends string>(
  { transitions }: StateMachine<State, Event>,
  state: State,
  actor: Actor,
): Event[] {
  return transitions
    .filter(({ from, by }) => from.includes(state) && by.includes(actor))
    .map(({ event }) => event);
}

/** The states an event starts from. */
export function listSourceStates<State extends string, Event extends string>(
  { transitions }: StateMachine<State, Event>,
  event: Event,
): State[] {
  return transitions.filter((each) => each.event === event).flatMap(({ from }) => from);
}

/** Why an event is refused: names the state a thing is in, and the one it would have come to. */
export function describeRefusal<State extends string, Event extends string>(
  { subject, states, transitions }: StateMachine<State, Event>,
  state: State,
  event: Event,
): string {
  const ends = [...new Set(transitions.filter((each) => each.event === event).map(({ to }) => to))];
  const names = ends.map((end) => `“${states[end].label}”`).join(' or ');
  return `This ${subject} is “${states[state].label}” and cannot become ${names} from there.`;
}
