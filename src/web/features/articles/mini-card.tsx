import { ViewTransition } from 'react';
import type { ArticleTeaser } from '#domain/article.ts';
import { Cover } from '#ui/cover.tsx';
import { Link } from '#ui/link.tsx';
import { articleCarouselCopy } from '#web/copy/article-carousel.ts';
import { getCoverTransitionName } from './cover-transition-name.ts';
import styles from './mini-card.module.css';
import { ReadMark } from './read-mark.tsx';

/** The value of the `sizes` attribute: the width of the cover image, including its enlargement by `--cover-zoom`. */
const SIZES = '(min-width: 48rem) 277px, 224px';

/** The article fields that a carousel card needs. */
export type MiniCardArticle = Pick<
  ArticleTeaser,
  'id' | 'path' | 'title' | 'image' | 'readingMinutes'
>;

interface MiniCardProps {
  article: MiniCardArticle;
  detail: string;
  /**
   * True if the page may contain another card for the same article. In this case, this card gets no view transition
   * name, because these names must be unique.
   */
  isDuplicate?: boolean | undefined;
}

/** A card in a carousel, with the article's title below its cover. */
export function MiniCard({ article, detail, isDuplicate = false }: MiniCardProps) {
  const cover = <Cover image={article.image} sizes={SIZES} />;
  return (
    <article className={styles.mini}>
      <Link className={styles.face} to={article.path}>
        {isDuplicate ? (
          cover
        ) : (
          <ViewTransition name={getCoverTransitionName(article.id)} default="none" share="cover">
            {cover}
          </ViewTransition>
        )}
        <h3 className={styles.title}>{article.title}</h3>
        <ReadMark article={article.id} />
      </Link>
      <p className="meta">
        <span>{detail}</span>
        <span>{articleCarouselCopy.minutes(article.readingMinutes)}</span>
      </p>
    </article>
  );
}
