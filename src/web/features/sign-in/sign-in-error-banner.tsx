import { useEffect, useState } from 'react';
import type { SignInErrorCode } from '#domain/sign-in.ts';
import { AnnouncedText } from '#ui/announced-text.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './sign-in-error-banner.module.css';
import { SIGN_IN_ERROR_MESSAGES } from './sign-in-error-messages.tsx';

/**
 * Time in milliseconds until the banner of an expired sign-in attempt disappears (spec 8). Other banners stay, since
 * they require an action.
 */
const EXPIRED_BANNER_DURATION = 5000;

/**
 * A banner that explains why the last sign-in failed. When the banner disappears, its space remains empty, so that
 * nothing moves.
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
