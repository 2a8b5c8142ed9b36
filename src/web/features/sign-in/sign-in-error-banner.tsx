import { useEffect, useState } from 'react';
import type { SignInErrorCode } from '#domain/sign-in.ts';
import { AnnouncedText } from '#ui/announced-text.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './sign-in-error-banner.module.css';
import { SIGN_IN_ERROR_MESSAGES } from './sign-in-error-messages.tsx';

/**
 * The banner for an expired sign-in attempt disappears after this many milliseconds (spec 8). The banners for other
 * errors stay, because the reader must act.
 */
const EXPIRED_BANNER_DURATION = 5000;

/**
 * A banner that explains why the last sign-in attempt failed. If it disappears, its space stays empty, so that the
 * content below does not move.
 */
export function SignInErrorBanner({ error }: { error: SignInErrorCode }) {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    if (error !== 'expired') return;
    const timer = setTimeout(() => setIsHidden(true), EXPIRED_BANNER_DURATION);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className={`${styles.banner} ${isHidden ? styles.over : ''}`} aria-hidden={isHidden}>
      <div className="wrap">
        <Icon name="info" />
        <AnnouncedText>
          <p>{SIGN_IN_ERROR_MESSAGES[error]}</p>
        </AnnouncedText>
      </div>
    </div>
  );
}
