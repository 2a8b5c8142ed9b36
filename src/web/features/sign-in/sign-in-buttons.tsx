import { useEffect, useState } from 'react';
import type { SignInProvider } from '#domain/page.ts';
import { signInStartPath } from '#domain/sign-in.ts';
import { showToast } from '#ui/toast.tsx';
import { signInButtonsCopy } from '#web/copy/sign-in-buttons.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';
import styles from './sign-in.module.css';

export interface SignInButtonsProps {
  providers: readonly SignInProvider[];
  /** Path and query of the page that opens after signing in. */
  redirect: string;
  /** True if signing in also connects the existing account to the provider whose sign-in attempt was refused. */
  connects?: boolean;
  /** Called before the browser navigates to the provider. */
  onLeave?: () => void;
}

/**
 * A sign-in button for each provider. A clicked button shows "Signing in..." (spec 4). Without scripts, each button is
 * a link.
 */
export function SignInButtons({ providers, redirect, connects, onLeave }: SignInButtonsProps) {
  const [chosen, setChosen] = useState<string>();

  useEffect(() => {
    // A page restored from the back-forward cache would still show the clicked button as busy.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setChosen(undefined);
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  return (
    <div className={styles.buttons}>
      {providers.map(({ id, label }, at) => {
        const address = signInStartPath(id, redirect, connects);
        const look = `btn btn-l ${at === 0 ? 'btn-red' : 'btn-line'}`;
        const start = () => {
          // Without cookies, signing in would fail without an error message, so a toast explains the problem.
          if (!canStoreCookies()) {
            showToast({ kind: 'error', text: signInButtonsCopy.cookiesBlocked });
            return;
          }
          setChosen(id);
          onLeave?.();
          location.assign(address);
        };
        return (
          <div key={id}>
            <button
              className={`${look} needs-js`}
              type="button"
              disabled={chosen !== undefined}
              onClick={start}
            >
              <span aria-live="polite">
                {chosen === id
                  ? signInButtonsCopy.signingIn
                  : signInButtonsCopy.continueWith(label)}
              </span>
            </button>
            <noscript>
              <a className={look} href={address}>
                {signInButtonsCopy.continueWith(label)}
              </a>
            </noscript>
          </div>
        );
      })}
    </div>
  );
}
