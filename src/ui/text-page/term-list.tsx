import styles from './term-list.module.css';

interface Term {
  term: string;
  /** A sentence that explains the term. */
  meaning: string;
}

/** A list of terms separated by rules. Each term's sentence is below it, or next to it on a wide screen. */
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
