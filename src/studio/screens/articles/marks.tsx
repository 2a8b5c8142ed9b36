import type { DeskLine } from '#domain/studio/desk.ts';
import { momentOf } from '../../lib/times.ts';
import styles from './marks.module.css';

interface MarksProps {
  article: Pick<
    DeskLine,
    'origin' | 'isHeld' | 'hasChanges' | 'hasConflict' | 'publishAt' | 'status'
  >;
}

/** Where an article comes from, and what an editor should know before opening it. */
export function Marks({ article }: MarksProps) {
  const { origin, isHeld, hasChanges, hasConflict, publishAt, status } = article;
  return (
    <span className={styles.marks}>
      <span>
        {origin === 'library' ? (isHeld ? 'Library, changed here' : 'Library') : 'Studio'}
      </span>
      {hasConflict && <b className={styles.conflict}>Library says otherwise</b>}
      {hasChanges && status === 'published' && (
        <b className={styles.changes}>Changes readers do not have</b>
      )}
      {publishAt && <b className={styles.due}>{`Due ${momentOf(publishAt)}`}</b>}
    </span>
  );
}
