import type { StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import styles from './article-flags.module.css';

const words = copy.articles;

interface ArticleFlagsProps {
  article: Pick<
    StudioArticleListItem,
    'origin' | 'isHeld' | 'hasChanges' | 'hasConflict' | 'publishAt' | 'status'
  >;
}

/** Shows labels with an article's origin and with important facts about the article, such as a conflict. */
export function ArticleFlags({ article }: ArticleFlagsProps) {
  const { origin, isHeld, hasChanges, hasConflict, publishAt, status } = article;
  return (
    <span className={styles.marks}>
      <span>
        {origin === 'library' ? (isHeld ? words.changedHere : words.library) : words.studio}
      </span>
      {hasConflict && <b className={styles.conflict}>{words.differs}</b>}
      {hasChanges && status === 'published' && <b className={styles.changes}>{words.hasChanges}</b>}
      {publishAt && <b className={styles.due}>{words.dueAt(formatDateTime(publishAt))}</b>}
    </span>
  );
}
