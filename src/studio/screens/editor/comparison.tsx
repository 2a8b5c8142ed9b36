import type { Manuscript } from '#domain/studio/manuscript.ts';
import { changesBetween } from './compare.ts';
import styles from './comparison.module.css';

interface ComparisonProps {
  before: Manuscript;
  after: Manuscript;
  /** Said where they do not differ. */
  same: string;
}

/** What became of one version in another, word by word. */
export function Comparison({ before, after, same }: ComparisonProps) {
  const changes = changesBetween(before, after);
  if (!changes.length) return <p className={styles.same}>{same}</p>;
  return (
    <dl className={styles.comparison}>
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
