import { Link } from '#ui/link.tsx';
import styles from './state-tabs.module.css';

interface StateTabsProps<State extends string> {
  /** Accessible name of the tabs. */
  label: string;
  states: readonly { state: State; name: string }[];
  current: State;
  /** Number of items by state. Absent while loading. */
  counts?: Partial<Readonly<Record<State, number>>> | undefined;
  /** Returns the URL of a state's list. The first one has no search parameters. */
  to: (state: State) => string;
}

/** Links to the states of a queue, each with its number of items. */
export function StateTabs<State extends string>({
  label,
  states,
  current,
  counts,
  to,
}: StateTabsProps<State>) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {states.map(({ state, name }) => (
        <Link
          key={state}
          to={to(state)}
          preventScrollReset
          aria-current={state === current ? 'page' : undefined}
        >
          {name}
          <span className={styles.count}>{counts?.[state]?.toLocaleString('en-US') ?? ''}</span>
        </Link>
      ))}
    </nav>
  );
}
