import { useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import styles from './search-param-tabs.module.css';

interface SearchParamTabsProps<Choice extends string> {
  /** Accessible name of the tabs. */
  label: string;
  /** Search parameter that holds the choice. Without it, the first choice is current. */
  name: string;
  /** A `count` of null is still being loaded. */
  choices: readonly { id: Choice; label: string; count?: number | null }[];
}

/** Tabs of a list. The current one is in the URL's search parameters. */
export function SearchParamTabs<Choice extends string>({
  label,
  name,
  choices,
}: SearchParamTabsProps<Choice>) {
  const current = useSearchParamChoice(name, choices);
  return (
    <nav className={styles.tabs} aria-label={label}>
      {choices.map(({ id, label: words, count }, at) => (
        <Link
          key={id}
          to={at ? `?${name}=${id}` : '?'}
          aria-current={id === current ? 'page' : undefined}
        >
          {words}
          {count !== undefined && <span className={styles.count}>{count ?? ''}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Returns the choice in the URL's search parameters, or the first one. */
export function useSearchParamChoice<Choice extends string>(
  name: string,
  choices: readonly { id: Choice }[],
): Choice {
  const [search] = useSearchParams();
  return (choices.find(({ id }) => id === search.get(name)) ?? choices[0]!).id;
}
