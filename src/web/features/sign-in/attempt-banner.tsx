import { useEffect, useState } from 'react';
import type { SignInError } from '#domain/sign-in.ts';
import { Announcement } from '#ui/announcement.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './attempt-banner.module.css';
import { SIGN_IN_MESSAGES } from './sign-in-messages.tsx';

/** Milliseconds that the banner of an expired attempt is shown (spec 8). The others stay, since they require an action. */
const EXPIRED_SHOWN = 5000;

/** Shows how the last attempt failed. A banner that disappears leaves its space, so that nothing moves. */
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
