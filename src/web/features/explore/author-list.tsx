import type { ReactNode, Ref } from 'react';
import type { AuthorSummary } from '#domain/author.ts';
import { getSubcategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import { Avatar } from '#ui/avatar.tsx';
import { LevelBadge } from '#ui/level-badge.tsx';
import { Link } from '#ui/link.tsx';
import { authorListCopy } from '#web/copy/author-list.ts';
import styles from './author-list.module.css';

interface AuthorListProps {
  authors: readonly AuthorSummary[];
  /** Renders the action button in an author's row, such as a follow button. */
  action: (author: AuthorSummary) => ReactNode;
  ref?: Ref<HTMLUListElement>;
}

/** A list of authors. Each row shows portrait, name, tagline, subcategory, level and number of articles. */
export function AuthorList({ authors, action, ref }: AuthorListProps) {
  return (
    <ul className={styles.authors} ref={ref}>
      {authors.map((author) => (
        <li key={author.alias} className={styles.author}>
          <div className={styles.portrait}>
            <Avatar image={author.profileImage} name={author.alias} size={80} />
          </div>
          <h2 className={styles.name}>
            <Link to={authorPath(author.alias)}>{author.alias}</Link>
          </h2>
          <div className={styles.words}>
            <p className={styles.tagline}>{author.tagline}</p>
            <p className="meta">
              <span>{getSubcategoryName(author)}</span>
              <span>{authorListCopy.articles(author.publishedArticleCount)}</span>
              <LevelBadge level={author.level} />
            </p>
          </div>
          <div className={styles.action}>{action(author)}</div>
        </li>
      ))}
    </ul>
  );
}

function getSubcategoryName({ expertise }: AuthorSummary): string {
  return getSubcategory(expertise.category, expertise.subcategory).name;
}
