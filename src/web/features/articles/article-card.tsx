import { type ReactNode, ViewTransition } from 'react';
import type { ListedArticle } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import { getSubcategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Cover } from '#ui/cover.tsx';
import { Icon } from '#ui/icons.tsx';
import { LevelBadge } from '#ui/level-badge.tsx';
import { Link } from '#ui/link.tsx';
import { articleListsCopy } from '#web/copy/article-lists.ts';
import styles from './article-card.module.css';
import { getCoverTransitionName } from './cover-transition-name.ts';
import { ReadMark } from './read-mark.tsx';

/**
 * Renders the action button on an article's card, such as a bookmark button. Each screen passes this function to the
 * card, because features must not import each other.
 */
export type RenderCardAction = (article: ListedArticle) => ReactNode;

interface ArticleCardProps {
  article: ListedArticle;
  author: AuthorSummary | undefined;
  /** The value of the `sizes` attribute: the rendered width of the cover image. */
  sizes: string;
  eager?: boolean;
  action: RenderCardAction;
}

/** A card for an article in a list. It shows the cover with the title, the author and the reading time. */
export function ArticleCard({ article, author, sizes, eager = false, action }: ArticleCardProps) {
  return (
    <article className={styles.card}>
      <Link className={styles.face} to={article.path}>
        <ViewTransition name={getCoverTransitionName(article.id)} default="none" share="cover">
          <Cover image={article.image} sizes={sizes} eager={eager}>
            <span className="eyebrow">
              {getSubcategory(article.category, article.subcategory).name}
            </span>
            <h2 className={styles.title}>{article.title}</h2>
          </Cover>
        </ViewTransition>
        <ReadMark article={article.id} />
      </Link>
      <div className={styles.foot}>
        {author && <Avatar image={author.profileImage} name={author.alias} size={36} />}
        <div>
          <Link className={`reach ${styles.who}`} to={authorPath(article.authorAlias)}>
            {article.authorAlias}
          </Link>
          <p className="meta">
            <span>{articleListsCopy.minutes(article.readingMinutes)}</span>
            <LevelBadge level={article.level} />
            {article.hasAudio && <NarrationIcon />}
          </p>
        </div>
        {action(article)}
      </div>
    </article>
  );
}

/** The icon on articles that have a narration. */
function NarrationIcon() {
  return (
    <span>
      <Icon name="listen" small />
      <span className="vh">{articleListsCopy.hasAudio}</span>
    </span>
  );
}
