import { useEffect, useState } from 'react';
import type { SignInProvider } from '#domain/page.ts';
import { signInStartPath } from '#domain/sign-in.ts';
import { showToast } from '#ui/toast.tsx';
import { signInButtonsCopy } from '#web/copy/sign-in-buttons.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';
import styles from './sign-in.module.css';

export interface SignInButtonsProps {
  providers: readonly SignInProvider[];
  /** The path and query of the page that opens after signing in. */
  redirect: string;
  /**
   * True if signing in also links the account to a second provider: the one whose sign-in attempt was refused before.
   */
  connects?: boolean;
  /** Called before the browser navigates to the provider. */
  onLeave?: () => void;
}

/**
 * A sign-in button for each provider. After a click, the button shows "Signing in..." (spec 4). Without JavaScript,
 * each button is a link.
 */
export function SignInButtons({ providers, redirect, connects, onLeave }: SignInButtonsProps) {
  const [clickedId, setClickedId] = useState<string>();

  useEffect(() => {
    // Resets the clicked button when the page is restored from the back-forward cache. Otherwise, it would still be
    // busy.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setClickedId(undefined);
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  return (
    <div className={styles.buttons}>
      {providers.map(({ id, label }, index) => {
        const url = signInStartPath(id, redirect, connects);
        const className = `btn btn-l ${index === 0 ? 'btn-red' : 'btn-line'}`;
        const startSignIn = () => {
          // If the browser blocks cookies, signing in would fail silently, so a toast explains the problem.
          if (!canStoreCookies()) {
            showToast({ kind: 'error', text: signInButtonsCopy.cookiesBlocked });
            return;
          }
          setClickedId(id);
          onLeave?.();
          location.assign(url);
        };
        return (
          <div key={id}>
            <button
              className={`${className} needs-js`}
              type="button"
              disabled={clickedId !== undefined}
              onClick={startSignIn}
            >
              <span aria-live="polite">
                {clickedId === id
                  ? signInButtonsCopy.signingIn
                  : signInButtonsCopy.continueWith(label)}
              </span>
            </button>
            <noscript>
              <a className={className} href={url}>
                {signInButtonsCopy.continueWith(label)}
              </a>
            </noscript>
          </div>
        );
      })}
    </div>
  );
}
