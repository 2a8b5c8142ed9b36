import { useEffect, useState } from 'react';
import type { SignInProvider } from '#domain/page.ts';
import { signInAddress } from '#domain/sign-in.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';
import { showToast } from '#web/ui/toast.tsx';
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

/** The attempt and the session are stored in cookies: without them, signing in would fail without a message. */
const NO_COOKIES =
  'Signing in needs cookies, and your browser keeps none. Allow them for Octavo, then try again.';

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
        const address = signInAddress(id, redirect, connects);
        const look = `btn btn-l ${at === 0 ? 'btn-red' : 'btn-line'}`;
        const start = () => {
          if (!canStoreCookies()) {
            showToast({ kind: 'error', text: NO_COOKIES });
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
                {chosen === id ? 'Signing in...' : `Continue with ${label}`}
              </span>
            </button>
            <noscript>
              <a className={look} href={address}>
                Continue with {label}
              </a>
            </noscript>
          </div>
        );
      })}
    </div>
  );
}
