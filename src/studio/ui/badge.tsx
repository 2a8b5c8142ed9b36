import type { StateMachine } from '#domain/statuses/state-machine.ts';
import styles from './badge.module.css';

/**
 * Color of a status. `quiet` means that no action is needed. `waiting` means that work is in
 * progress or that an editor must act. `good` and `bad` describe an outcome.
 */
export type StatusTone = 'quiet' | 'waiting' | 'good' | 'bad';

interface BadgeProps {
  tone?: StatusTone;
  children: string;
}

/** Shows a short label with a background color. */
export function Badge({ tone = 'quiet', children }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}

interface StatusBadgeProps<State extends string> {
  machine: StateMachine<State, string>;
  state: State;
  tones?: Partial<Readonly<Record<State, StatusTone>>>;
}

/** Shows a status as a badge, with the label from its state machine. */
export function StatusBadge<State extends string>({
  machine,
  state,
  tones,
}: StatusBadgeProps<State>) {
  const { label, meaning } = machine.states[state];
  return (
    <span className={`${styles.badge} ${styles[tones?.[state] ?? 'quiet']}`} title={meaning}>
      {label}
    </span>
  );
}
