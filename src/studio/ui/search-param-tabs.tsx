import { useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import styles from './search-param-tabs.module.css';

interface SearchParamTabsProps<Choice extends string> {
  /** What is chosen, for who hears the page. */
  label: string;
  /** The parameter of the address that holds the choice; the first choice is that of an address without it. */
  name: string;
  /** Their counts are null until they are known. */
  choices: readonly { id: Choice; label: string; count?: number | null }[];
}

/** Parts of a list, of which one is on show; the address says which. */
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

/** Which of the choices the address says. */
export function useSearchParamChoice<Choice extends string>(
  name: string,
  choices: readonly { id: Choice }[],
): Choice {
  const [search] = useSearchParams();
  return (choices.find(({ id }) => id === search.get(name)) ?? choices[0]!).id;
}
