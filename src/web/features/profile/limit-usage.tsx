import { profileCopy } from '#web/copy/profile.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './limit-usage.module.css';

interface LimitUsageProps {
  /**
   * The number of the reader's bookmarks, followed authors or kept lines (saved passages). Is `undefined` until the
   * number is known.
   */
  used: number | undefined;
  /** The limit of the Free plan. */
  limit: number;
  of: keyof typeof profileCopy.allowance;
}

/**
 * Shows how many bookmarks, followed authors or kept lines (saved passages) a reader has, and the limit of the Free
 * plan. The style sheet hides this text from Premium readers before the first paint.
 */
export function LimitUsage({ used, limit, of }: LimitUsageProps) {
  const isPremium = useIsPremium();
  if (isPremium || used === undefined) return null;
  return (
    <p className={styles.allowance}>
      {/* The number may exceed the limit of the Free plan after a downgrade from Premium. */}
      {profileCopy.allowance[of](used, limit)}
    </p>
  );
}
