import type { Ref } from 'react';
import type { ListedArticle } from '#domain/article.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import { CardSkeleton } from '#ui/skeleton.tsx';
import { ArticleCard, type RenderCardAction } from './article-card.tsx';
import styles from './article-grid.module.css';

/** The number of covers that are not lazy-loaded. A phone shows one cover without scrolling. */
const EAGER_COVER_COUNT = 1;

interface ArticleGridProps {
  articles: readonly ListedArticle[];
  authors: AuthorsByAlias;
  /** The value of the `sizes` attribute: the rendered width of a cover image. */
  sizes: string;
  action: RenderCardAction;
  ref?: Ref<HTMLUListElement>;
}

/** A responsive grid of article cards. */
export function ArticleGrid({ articles, authors, sizes, action, ref }: ArticleGridProps) {
  return (
    <ul className={styles.grid} ref={ref}>
      {articles.map((article, index) => (
        <li key={article.id}>
          <ArticleCard
            article={article}
            author={authors[article.authorAlias]}
            sizes={sizes}
            eager={index < EAGER_COVER_COUNT}
            action={action}
          />
        </li>
      ))}
    </ul>
  );
}

const PLACEHOLDER_KEYS = ['first', 'second', 'third', 'fourth'];

/** The placeholder for an article grid that is still loading. */
export function ArticleGridSkeleton() {
  return (
    <div className={styles.grid}>
      {PLACEHOLDER_KEYS.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  );
}
