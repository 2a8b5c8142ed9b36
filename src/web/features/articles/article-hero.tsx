import { type ReactNode, ViewTransition } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Cover } from '#ui/cover.tsx';
import { LevelBadge } from '#ui/level-badge.tsx';
import { Link } from '#ui/link.tsx';
import { articleCopy } from '#web/copy/article.ts';
import { formatUtcDate } from '#web/lib/dates.ts';
import styles from './article-hero.module.css';
import { getCoverTransitionName } from './cover-transition-name.ts';

/**
 * The value of the cover image's `sizes` attribute. On a phone, the image is as wide as the viewport. On wider screens,
 * `--cover-zoom` makes it a third wider than its column.
 */
const SIZES = '(min-width: 64rem) 533px, (min-width: 36rem) 48vw, 100vw';

interface ArticleHeroProps {
  article: ArticleMeta;
  author: AuthorSummary;
  /** The action button next to the author's name, such as a follow button. */
  authorAction: ReactNode;
}

/**
 * The header of an article's page. On a phone, the title is on the cover. On a wide screen, it is next to the cover.
 */
export function ArticleHero({ article, author, authorAction }: ArticleHeroProps) {
  const { id, image, title, tagline, category, subcategory, createdAt } = article;
  const { readingMinutes, level } = article;
  return (
    <header className={styles.hero}>
      <ViewTransition name={getCoverTransitionName(id)} default="none" share="cover">
        <div className={styles.cover}>
          <Cover image={image} sizes={SIZES} eager includesAltText />
        </div>
      </ViewTransition>
      <div className={styles.caption} data-ground={image.ground}>
        <Breadcrumbs category={category} subcategory={subcategory} />
        <h1 className="title" data-anchor="title">
          {title}
        </h1>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes this HTML */}
      <p className={styles.credit} dangerouslySetInnerHTML={{ __html: image.attributionHtml }} />
      <div className={styles.byline}>
        <Avatar image={author.profileImage} name={author.alias} size={48} />
        <div>
          <Link
            className={`reach ${styles.who}`}
            to={authorPath(author.alias)}
            data-anchor="author"
          >
            {author.alias}
          </Link>
          <p className="meta">
            <span>{articleCopy.aiAuthor}</span>
          </p>
        </div>
        {authorAction}
      </div>
      <p className={styles.tagline}>{tagline}</p>
      <p className={`meta ${styles.facts}`}>
        <span>{articleCopy.time(readingMinutes)}</span>
        <LevelBadge level={level} />
        <time dateTime={createdAt}>{formatUtcDate(createdAt)}</time>
      </p>
    </header>
  );
}

/** Links to the article's category and subcategory. */
function Breadcrumbs({ category, subcategory }: Pick<ArticleMeta, 'category' | 'subcategory'>) {
  return (
    <nav aria-label={articleCopy.breadcrumb}>
      <ol className={`eyebrow ${styles.breadcrumbs}`}>
        <li>
          <Link to={categoryPath(category)}>{getCategory(category).name}</Link>
        </li>
        <li>
          <Link to={categoryPath(category, subcategory)}>
            {getSubcategory(category, subcategory).name}
          </Link>
        </li>
      </ol>
    </nav>
  );
}
