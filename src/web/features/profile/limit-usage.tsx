import { profileCopy } from '#web/copy/profile.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './limit-usage.module.css';

interface LimitUsageProps {
  /** Number of bookmarks, followed authors or lines; `undefined` until the number is known. */
  used: number | undefined;
  /** The limit of the Free plan. */
  limit: number;
  of: keyof typeof profileCopy.allowance;
}

/**
 * Shows how many bookmarks, followed authors or lines a reader has, and the limit of the Free plan. The style sheet
 * hides this text from Premium readers before the first paint.
 */
export function LimitUsage({ used, limit, of }: LimitUsageProps) {
  const isPremium = useIsPremium();
  if (isPremium || used === undefined) return null;
  return (
    <p className={styles.allowance}>
      {/* After a downgrade from Premium, the number may exceed the limit of the Free plan. */}
      {profileCopy.allowance[of](used, limit)}
    </p>
  );
}
