import styles from './term-list.module.css';

interface Term {
  term: string;
  /** A sentence that explains the term. */
  meaning: string;
}

/**
 * A list of terms, separated by horizontal lines. The explanation of each term is below it, or next to it on a wide
 * screen.
 */
export function TermList({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className={styles.terms}>
      {terms.map(({ term, meaning }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
