import { useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import styles from './search-param-tabs.module.css';

interface SearchParamTabsProps<Choice extends string> {
  /** Accessible name of the tabs. */
  label: string;
  /** Name of the search parameter that contains the selected tab. Without the parameter, the first tab is selected. */
  name: string;
  /** The available tabs. A `count` of null means that the count is still loading. */
  choices: readonly { id: Choice; label: string; count?: number | null }[];
}

/** Shows tabs whose selection is stored in the URL's search parameters. */
export function SearchParamTabs<Choice extends string>({
  label,
  name,
  choices,
}: SearchParamTabsProps<Choice>) {
  const [search] = useSearchParams();
  const current = useSelectedSearchParamTab(name, choices);
  const getTabUrl = (id: Choice) => {
    const next = new URLSearchParams(search);
    if (id === choices[0]?.id) next.delete(name);
    else next.set(name, id);
    return `?${next}`;
  };
  return (
    <nav className={styles.tabs} aria-label={label}>
      {choices.map(({ id, label: tabLabel, count }) => (
        <Link key={id} to={getTabUrl(id)} aria-current={id === current ? 'page' : undefined}>
          {tabLabel}
          {count !== undefined && <span className={styles.count}>{count ?? ''}</span>}
        </Link>
      ))}
    </nav>
  );
}

/**
 * Returns the tab that the search parameter `name` selects. If the parameter is missing or its value is unknown,
 * returns the first tab.
 */
export function useSelectedSearchParamTab<Choice extends string>(
  name: string,
  choices: readonly { id: Choice }[],
): Choice {
  const [search] = useSearchParams();
  return (choices.find(({ id }) => id === search.get(name)) ?? choices[0]!).id;
}
