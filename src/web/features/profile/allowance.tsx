import { profileCopy } from '#web/copy/profile.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './allowance.module.css';

interface AllowanceProps {
  /** How many there are; `undefined` while that is not known. */
  used: number | undefined;
  /** How many Free allows. */
  limit: number;
  of: keyof typeof profileCopy.allowance;
}

/** How much of what Free allows is used. Premium readers see none of it, from the first paint on. */
export function Allowance({ used, limit, of }: AllowanceProps) {
  const isPremium = useIsPremium();
  if (isPremium || used === undefined) return null;
  return (
    <p className={styles.allowance}>
      {/* After Premium there may be more than Free allows: they are kept. */}
      {profileCopy.allowance[of](used, limit)}
    </p>
  );
}
