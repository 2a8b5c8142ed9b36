import type { DocumentPartDiff } from '../lib/diff-document-parts.ts';
import styles from './diff-view.module.css';

interface DiffViewProps {
  changes: readonly DocumentPartDiff[];
  /** Text shown if there are no changes. */
  emptyText: string;
}

/** Shows the differences between two versions of a document, part by part. */
export function DiffView({ changes, emptyText }: DiffViewProps) {
  if (!changes.length) return <p className={styles.same}>{emptyText}</p>;
  return (
    <dl className={styles.changes}>
      {changes.map(({ path, name, segments }) => (
        <div key={path}>
          <dt>{name}</dt>
          <dd>
            {segments.map(({ kind, text }, index) => {
              const Tag = TAGS[kind];
              // biome-ignore lint/suspicious/noArrayIndexKey: segments are never reordered
              return <Tag key={index}>{text}</Tag>;
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TAGS = { same: 'span', removed: 'del', new: 'ins' } as const;
