import { Link } from '#ui/link.tsx';
import styles from './state-tabs.module.css';

interface StateTabsProps<State extends string> {
  /** What the tabs are parts of, for who hears the page. */
  label: string;
  states: readonly { state: State; name: string }[];
  current: State;
  /** How much there is in each; absent until that is known. */
  counts?: Partial<Readonly<Record<State, number>>> | undefined;
  /** The address of a state's part; the first one's has no query. */
  to: (state: State) => string;
}

/** The states of a queue as a row of links, with how much stands in each. */
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
