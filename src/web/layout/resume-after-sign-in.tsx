import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '#ui/focus.ts';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { refocusControl } from '#web/lib/pressed-control.ts';
import { readIntentControl, readIntentScroll, removeIntent } from '#web/reader/intents.ts';
import { currentReader } from '#web/reader/session.ts';
import { consumeSignInReturn } from '#web/reader/sign-in-return.ts';

/**
 * Goes on where a reader left off to sign in: at the line they were reading, with the keyboard on what they had
 * pressed, and what they wanted to do done; on the page's heading, where they came by the sign-in page. Once; and not at all for who comes back without having signed in. Feedback, reports and
 * listening are taken up by their own components.
 *
 * Stands before the screen, so that its effect runs before theirs, which take the intent and its place away.
 */
export function ResumeAfterSignIn() {
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: an intent belongs to an address
  useEffect(() => {
    const hasArrived = consumeSignInReturn() && currentReader() !== null;
    const place = readIntentScroll();
    if (place === undefined) {
      if (hasArrived) focusHeading();
      return;
    }
    if (!currentReader()) {
      removeIntent();
      return;
    }
    scrollTo({ top: place, behavior: 'instant' });
    const pressed = readIntentControl();
    if (!pressed || !refocusControl(pressed)) focusHeading();
    loadChunk(import('./finish-intent.ts')).then(
      ({ finishIntent }) => finishIntent(),
      (error: unknown) => logError(error, 'Failed to finish an intent'),
    );
  }, [pathname, search]);

  useEffect(() => {
    // The reader pressed back at the provider: they are still signed out.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !currentReader()) removeIntent();
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  return null;
}
