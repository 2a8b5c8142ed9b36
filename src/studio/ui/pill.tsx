import type { StateMachine } from '#domain/statuses/state-machine.ts';
import styles from './pill.module.css';

/** Color of a status: quiet needs nothing, waiting needs an editor, good and bad are outcomes. */
export type Tone = 'quiet' | 'waiting' | 'good' | 'bad';

interface PillProps {
  tone?: Tone;
  children: string;
}

/** A short label in a color. */
export function Pill({ tone = 'quiet', children }: PillProps) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>;
}

interface StatusPillProps<State extends string> {
  machine: StateMachine<State, string>;
  state: State;
  tones?: Partial<Readonly<Record<State, Tone>>>;
}

/** Shows a state by its label in the state machine. */
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
