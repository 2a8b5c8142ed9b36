import styles from './key-list.module.css';

/** Keys, and what each does. */
export type KeyWords = readonly [keys: string, does: string];

export function KeyList({ keys }: { keys: readonly KeyWords[] }) {
  return (
    <dl className={styles.keys}>
      {keys.map(([key, does]) => (
        <div key={key} className={styles.key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
