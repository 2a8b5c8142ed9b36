import styles from './term-list.module.css';

interface Term {
  term: string;
  /** A sentence on it. */
  meaning: string;
}

/** Terms under one another between lines, each with its sentence below it, or beside it where there is room. */
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
