import { type ReactNode, type Ref, ViewTransition } from 'react';
import type { ListedArticle } from '#domain/article.ts';
import { Cover } from '#ui/cover.tsx';
import { Link } from '#ui/link.tsx';
import { RowSkeleton } from '#ui/skeleton.tsx';
import { articleListsCopy } from '#web/copy/article-lists.ts';
import type { RenderCardAction } from './article-card.tsx';
import styles from './article-rows.module.css';
import { getCoverTransitionName } from './cover-transition-name.ts';
import { ReadMark } from './read-mark.tsx';

/** The number of covers that are not lazy-loaded, because they are visible without scrolling. */
const EAGER_COVER_COUNT = 6;

interface ArticleRowsProps {
  articles: readonly ListedArticle[];
  /**
   * The excerpt of each article that matches the search, by article ID. It is sanitized HTML with `<mark>` tags around
   * the matches.
   */
  snippets?: Readonly<Record<string, string>>;
  action: RenderCardAction;
  /** Returns the heading of an article's group. Each heading is shown above the first article in its group. */
  groupOf?: (article: ListedArticle) => string;
  /** Returns the path that an article's title links to. By default, this is the article's path. */
  pathOf?: (article: ListedArticle) => string;
  /**
   * Renders a note below an article's title. Rows with a note have no mark for read articles, because the note must say
   * whether the article was read.
   */
  note?: (article: ListedArticle) => ReactNode;
  ref?: Ref<HTMLUListElement>;
}

/** A list that shows each article as a row. Several rows fit on a phone's screen. */
export function ArticleRows({
  articles,
  snippets,
  action,
  groupOf,
  pathOf,
  note,
  ref,
}: ArticleRowsProps) {
  const hasSnippets = snippets !== undefined;
  const groups = groupOf ? articles.map(groupOf) : [];
  const layout = groupOf ? styles.grouped : styles.compact;
  return (
    <ul className={hasSnippets ? styles.rows : `${styles.rows} ${layout}`} ref={ref}>
      {articles.map((article, index) => (
        <li key={article.id}>
          {groups[index] !== groups[index - 1] && (
            <p className={`label ${styles.group}`}>{groups[index]}</p>
          )}
          <ArticleRow
            article={article}
            eager={index < EAGER_COVER_COUNT}
            snippet={snippets?.[article.id]}
            action={action}
            path={pathOf?.(article) ?? article.path}
            note={note?.(article)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The value of the `sizes` attribute: the width of a cover image, including its enlargement by `--cover-zoom`. */
const SIZES = '(min-width: 48rem) 117px, 96px';

interface ArticleRowProps {
  article: ListedArticle;
  eager: boolean;
  snippet: string | undefined;
  action: RenderCardAction;
  path: string;
  note: ReactNode;
}

function ArticleRow({ article, eager, snippet, action, path, note }: ArticleRowProps) {
  const { title, image, authorAlias, readingMinutes } = article;
  return (
    <article className={styles.row}>
      <div className={styles.cover}>
        <ViewTransition name={getCoverTransitionName(article.id)} default="none" share="cover">
          <Cover image={image} sizes={SIZES} eager={eager} />
        </ViewTransition>
        {!note && <ReadMark article={article.id} />}
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={path}>{title}</Link>
        </h2>
        <p className="meta">
          <span className={styles.who}>{authorAlias}</span>
          <span>{articleListsCopy.minutes(readingMinutes)}</span>
        </p>
        {note}
      </div>
      <div className={styles.action}>{action(article)}</div>
      {snippet && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes all tags except <mark>
        <p className={styles.snippet} dangerouslySetInnerHTML={{ __html: snippet }} />
      )}
    </article>
  );
}

const PLACEHOLDER_KEYS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The placeholder for article rows that are still loading. */
export function ArticleRowsSkeleton() {
  return (
    <div className={styles.rows}>
      {PLACEHOLDER_KEYS.map((key) => (
        <RowSkeleton key={key} />
      ))}
    </div>
  );
}
