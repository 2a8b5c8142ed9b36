import { ViewTransition } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { Cover } from '#ui/cover.tsx';
import { Link } from '#ui/link.tsx';
import { shelfCopy } from '#web/copy/shelf.ts';
import { coverName } from './cover-name.ts';
import styles from './mini-card.module.css';

/** The rendered width of a {@link MiniCard}'s cover, a third of which is cropped. */
const MINI_SIZES = '(min-width: 48rem) 277px, 224px';

interface MiniCardProps {
  article: ArticleMeta;
  detail: string;
  /** True if another card of the article may be visible: only one can have its view transition name. */
  isTwin?: boolean | undefined;
}

/** An article on a horizontally scrolling shelf, with its title below the cover. */
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
