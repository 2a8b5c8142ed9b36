import { Icon } from '#ui/icons.tsx';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { useReaderSetItems } from '#web/reader/reader-sets.ts';
import styles from './read-mark.module.css';

/**
 * Shows a mark in the upper corner of an article's cover if the signed-in reader has finished the article. `article` is
 * the article's ID. Renders nothing until hydration, because public pages are the same for all readers. The mark is
 * positioned absolutely, so it causes no layout shift. The cover must be at the top of the closest positioned ancestor.
 */
export function ReadMark({ article }: { article: string }) {
  if (!useReaderSetItems(finishedSet)?.includes(article)) return null;
  return (
    <span className={styles.mark}>
      <Icon name="check" small />
      <span className="vh">{sharedControlsCopy.read}</span>
    </span>
  );
}
