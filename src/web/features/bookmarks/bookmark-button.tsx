import { useState } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { Icon } from '#ui/icons.tsx';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { useReaderSetMembership } from '#web/reader/reader-sets.ts';
import styles from './bookmark-button.module.css';
import { bookmarkSet } from './bookmark-set.ts';

interface BookmarkButtonProps {
  article: Pick<ArticleMeta, 'authorAlias' | 'id' | 'title'>;
  /**
   * True for a button in a list. The button is then less prominent, and its accessible name contains the article's
   * title.
   */
  quiet?: boolean;
}

/** An article's bookmark button. Its icon is filled if the article is bookmarked. */
export function BookmarkButton({ article, quiet = false }: BookmarkButtonProps) {
  const { isIn = false, isPending, toggle } = useReaderSetMembership(bookmarkSet, article);
  // Only a click on this button animates its icon. A click on another button for the same article does not.
  const [isClicked, setIsClicked] = useState(false);

  function handleClick() {
    setIsClicked(true);
    toggle();
  }

  const classes = ['icon-btn needs-js', styles.bookmark];
  if (quiet) classes.push(styles.quiet);
  if (isClicked) classes.push(styles.moving);
  return (
    <button
      className={classes.join(' ')}
      type="button"
      aria-label={
        quiet ? sharedControlsCopy.bookmarkOf(article.title) : sharedControlsCopy.bookmark
      }
      aria-pressed={isIn}
      aria-disabled={isPending}
      onClick={handleClick}
    >
      <Icon name="bookmark" />
    </button>
  );
}
