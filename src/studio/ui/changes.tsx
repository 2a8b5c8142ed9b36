import type { PartChange } from '../lib/changes.ts';
import styles from './changes.module.css';

interface ChangesProps {
  changes: readonly PartChange[];
  /** Said where there are none. */
  same: string;
}

/** What became of one version in another, part by part. */
export function Changes({ changes, same }: ChangesProps) {
  if (!changes.length) return <p className={styles.same}>{same}</p>;
  return (
    <dl className={styles.changes}>
      {changes.map(({ path, name, pieces }) => (
        <div key={path}>
          <dt>{name}</dt>
          <dd>
            {pieces.map(({ kind, text }, at) => {
              const Tag = TAGS[kind];
              // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered
              return <Tag key={at}>{text}</Tag>;
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TAGS = { same: 'span', gone: 'del', new: 'ins' } as const;
