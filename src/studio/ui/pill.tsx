import type { StateMachine } from '#domain/statuses/state-machine.ts';
import styles from './pill.module.css';

/** How much a state asks of an editor: it waits for them, it goes well, it went wrong, or nothing of it. */
export type Tone = 'quiet' | 'waiting' | 'good' | 'bad';

interface PillProps {
  tone?: Tone;
  children: string;
}

/** A word on how something stands. */
export function Pill({ tone = 'quiet', children }: PillProps) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>;
}

interface StatusPillProps<State extends string> {
  machine: StateMachine<State, string>;
  state: State;
  tones?: Partial<Readonly<Record<State, Tone>>>;
}

/** The state something is in, by the label of its vocabulary. */
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
