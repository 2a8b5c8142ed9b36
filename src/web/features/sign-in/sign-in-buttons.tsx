import { useEffect, useState } from 'react';
import type { SignInProvider } from '#domain/page.ts';
import { signInPath } from '#domain/sign-in.ts';
import { showToast } from '#ui/toast.tsx';
import { signInButtonsCopy } from '#web/copy/sign-in-buttons.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';
import styles from './sign-in.module.css';

export interface SignInButtonsProps {
  providers: readonly SignInProvider[];
  /** Where signing in leads: a path with its query. */
  redirect: string;
  /** The way of signing in that has just been refused is connected to the account this one opens. */
  connects?: boolean;
  /** Called before the page is left. */
  onLeave?: () => void;
}

/**
 * A button for each provider: idle, then "Signing in...", then away (spec 4). Without JavaScript a link does
 * the same.
 */
export function SignInButtons({ providers, redirect, connects, onLeave }: SignInButtonsProps) {
  const [chosen, setChosen] = useState<string>();

  useEffect(() => {
    // Who comes back from the provider with the back button finds the page as they left it: busy.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setChosen(undefined);
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  return (
    <div className={styles.buttons}>
      {providers.map(({ id, label }, at) => {
        const address = signInPath(id, redirect, connects);
        const look = `btn btn-l ${at === 0 ? 'btn-red' : 'btn-line'}`;
        const start = () => {
          // Without cookies for the attempt and the session, signing in would fail without a message.
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
