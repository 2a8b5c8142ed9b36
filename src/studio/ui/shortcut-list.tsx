import styles from './shortcut-list.module.css';

/** A keyboard shortcut, with its keys and its description. */
export type Shortcut = readonly [keys: string, description: string];

export function ShortcutList({ keys }: { keys: readonly Shortcut[] }) {
  return (
    <dl className={styles.keys}>
      {keys.map(([key, description]) => (
        <div key={key} className={styles.key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
