import styles from './term-list.module.css';

interface Term {
  term: string;
  /** A sentence on it. */
  meaning: string;
}

/** A list of terms with rules between them, each with a sentence below it, or beside it on a wide screen. */
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
