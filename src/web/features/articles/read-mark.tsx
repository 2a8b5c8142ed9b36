import { Icon } from '#ui/icons.tsx';
import { controlsCopy } from '#web/copy/controls.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { useMembers } from '#web/reader/reader-sets.ts';
import styles from './read-mark.module.css';

interface ReadMarkProps {
  /** ID of the article. */
  article: string;
  /** True on a small cover, where the mark is only a symbol, with its text for screen readers. */
  isSmall?: boolean;
}

/**
 * Marks an article that the signed-in reader has finished, in the upper corner of its cover. The closest positioned
 * ancestor must begin with the cover.
 * Renders nothing until the page is hydrated, since public pages are the same for all readers. The mark takes no space,
 * so nothing moves when it appears.
 */
export function ReadMark({ article, isSmall }: ReadMarkProps) {
  if (!useMembers(finishedSet)?.includes(article)) return null;
  return (
    <span className={isSmall ? `${styles.mark} ${styles.small}` : styles.mark}>
      <Icon name="check" small />
      <span className={isSmall ? 'vh' : ''}>{controlsCopy.read}</span>
    </span>
  );
}
