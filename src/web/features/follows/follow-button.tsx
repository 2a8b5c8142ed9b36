import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { useReaderSetMembership } from '#web/reader/reader-sets.ts';
import styles from './follow-button.module.css';
import { followSet } from './follow-set.ts';

interface FollowButtonProps {
  alias: string;
  /**
   * The size of the button: `medium` on an author's page, `small` elsewhere. A medium button is red
   * unless the reader follows the author.
   */
  size?: 'small' | 'medium';
}

/** A button that follows or unfollows an author. */
export function FollowButton({ alias, size = 'medium' }: FollowButtonProps) {
  const { isIn = false, isPending, toggle } = useReaderSetMembership(followSet, alias);
  const isSmall = size === 'small';
  const classes = ['btn needs-js', styles.follow, isIn || isSmall ? 'btn-line' : 'btn-red'];
  if (isSmall) classes.push(styles.small);
  return (
    <button
      className={classes.join(' ')}
      type="button"
      aria-pressed={isIn}
      aria-disabled={isPending}
      onClick={toggle}
    >
      <span>
        <span>{isIn ? sharedControlsCopy.following : sharedControlsCopy.follow}</span>{' '}
        <span className="vh">{alias}</span>
      </span>
    </button>
  );
}
