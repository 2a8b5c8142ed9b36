import type { StateMachine } from '#domain/statuses/state-machine.ts';
import styles from './pill.module.css';

/**
 * Color of a status. `quiet` means that no action is needed, `waiting` that an editor must act; `good` and `bad`
 * describe an outcome.
 */
export type Tone = 'quiet' | 'waiting' | 'good' | 'bad';

interface PillProps {
  tone?: Tone;
  children: string;
}

/** A short label with a background color. */
export function Pill({ tone = 'quiet', children }: PillProps) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>;
}

interface StatusPillProps<State extends string> {
  machine: StateMachine<State, string>;
  state: State;
  tones?: Partial<Readonly<Record<State, Tone>>>;
}

/** Shows a state with its label from the state machine, as a pill. */
export function StatusPill<State extends string>({
  machine,
  state,
  tones,
}: StatusPillProps<State>) {
  const { label, meaning } = machine.states[state];
  return (
    <span className={`${styles.pill} ${styles[tones?.[state] ?? 'quiet']}`} title={meaning}>
      {label}
    </span>
  );
}
