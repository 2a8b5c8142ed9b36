import { ViewTransition } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { Cover } from '#ui/cover.tsx';
import { Link } from '#ui/link.tsx';
import { shelfCopy } from '#web/copy/shelf.ts';
import { coverName } from './cover-name.ts';
import styles from './mini-card.module.css';

/** How wide the cover of a {@link MiniCard} is drawn, a third of it beyond its edges. */
const MINI_SIZES = '(min-width: 48rem) 277px, 224px';

interface MiniCardProps {
  article: ArticleMeta;
  detail: string;
  /** Another card of it may be on show: only one of them can grow into the article. */
  isTwin?: boolean | undefined;
}

/** An article on a shelf that scrolls sideways: the title stands under the cover. */
export function MiniCard({ article, detail, isTwin = false }: MiniCardProps) {
  const cover = <Cover image={article.image} sizes={MINI_SIZES} />;
  return (
    <article className={styles.mini}>
      <Link className={styles.face} to={article.path}>
        {isTwin ? (
          cover
        ) : (
          <ViewTransition name={coverName(article.id)} default="none" share="cover">
            {cover}
          </ViewTransition>
        )}
        <h3 className={styles.title}>{article.title}</h3>
      </Link>
      <p className="meta">
        <span>{detail}</span>
        <span>{shelfCopy.minutes(article.readingMinutes)}</span>
      </p>
    </article>
  );
}
