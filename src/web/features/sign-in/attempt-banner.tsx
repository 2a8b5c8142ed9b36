import { useEffect, useState } from 'react';
import type { SignInError } from '#domain/sign-in.ts';
import { Announcement } from '#ui/announcement.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './attempt-banner.module.css';
import { SIGN_IN_MESSAGES } from './sign-in-messages.tsx';

/** Milliseconds the banner of an expired attempt is shown (spec 8). The others stay: they ask for something. */
const EXPIRED_SHOWN = 5000;

/** How the last attempt ended; when that has five seconds, the place stays, so that nothing jumps. */
export function AttemptBanner({ error }: { error: SignInError }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (error !== 'expired') return;
    const timer = setTimeout(() => setIsOver(true), EXPIRED_SHOWN);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className={`${styles.banner} ${isOver ? styles.over : ''}`} aria-hidden={isOver}>
      <div className="wrap">
        <Icon name="info" />
        <Announcement>
          <p>{SIGN_IN_MESSAGES[error]}</p>
        </Announcement>
      </div>
    </div>
  );
}
