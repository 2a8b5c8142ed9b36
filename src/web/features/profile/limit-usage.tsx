import { profileCopy } from '#web/copy/profile.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './limit-usage.module.css';

interface AllowanceProps {
  /** The number of items that count toward the limit; `undefined` until it is known. */
  used: number | undefined;
  /** The limit of the Free plan. */
  limit: number;
  of: keyof typeof profileCopy.allowance;
}

/**
 * Shows the number of items that count toward a limit of the Free plan. The style sheet hides it from Premium readers
 * before the first paint.
 */
export function LimitUsage({ used, limit, of }: AllowanceProps) {
  const isPremium = useIsPremium();
  if (isPremium || used === undefined) return null;
  return (
    <p className={styles.allowance}>
      {/* After a downgrade, the number of items may exceed the limit. */}
      {profileCopy.allowance[of](used, limit)}
    </p>
  );
}
