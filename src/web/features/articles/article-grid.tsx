import type { Ref } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMap } from '#domain/page.ts';
import { CardSkeleton } from '#ui/skeleton.tsx';
import { ArticleCard, type CardAction } from './article-card.tsx';
import styles from './article-grid.module.css';

/** Covers fetched before the rest: on a phone the first screen has one, and a slow line no room for more. */
const EAGER = 1;

interface ArticleGridProps {
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  /** The rendered width of a cover, as a `sizes` attribute. */
  sizes: string;
  action: CardAction;
  ref?: Ref<HTMLUListElement>;
}

/** Article cards, in as many columns as there is room for. */
export function ArticleGrid({ articles, authors, sizes, action, ref }: ArticleGridProps) {
  return (
    <ul className={styles.grid} ref={ref}>
      {articles.map((article, index) => (
        <li key={article.id}>
          <ArticleCard
            article={article}
            author={authors[article.authorAlias]}
            sizes={sizes}
            eager={index < EAGER}
            action={action}
          />
        </li>
      ))}
    </ul>
  );
}

const PLACES = ['first', 'second', 'third', 'fourth'];

/** The shape of a grid that is on its way. */
export function ArticleGridSkeleton() {
  return (
    <div className={styles.grid}>
      {PLACES.map((place) => (
        <CardSkeleton key={place} />
      ))}
    </div>
  );
}
