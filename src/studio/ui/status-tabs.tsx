import { Link } from '#ui/link.tsx';
import styles from './status-tabs.module.css';

interface StatusTabsProps<State extends string> {
  /** Accessible name of the tabs. */
  label: string;
  states: readonly { state: State; name: string }[];
  current: State;
  /** Number of items per status, or `undefined` while the counts load. */
  counts?: Partial<Readonly<Record<State, number>>> | undefined;
  /**
   * Returns the URL that lists the items with a given status. The URL for the first status has no search parameters.
   */
  to: (state: State) => string;
}

/** Shows a link for each status of a queue, with the number of items that have this status. */
export function StatusTabs<State extends string>({
  label,
  states,
  current,
  counts,
  to,
}: StatusTabsProps<State>) {
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
