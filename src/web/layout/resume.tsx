import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '#ui/focus.ts';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { focusPressed } from '#web/lib/pressed.ts';
import { takeArrival } from '#web/reader/arrivals.ts';
import { forgetIntent, placeOfIntent, pressedForIntent } from '#web/reader/intents.ts';
import { currentReader } from '#web/reader/session.ts';

/**
 * Goes on where a reader left off to sign in: at the line they were reading, with the keyboard on what they had
 * pressed, and what they wanted to do done; on the page's heading, where they came by the sign-in page. Once; and not at all for who comes back without having signed in. Feedback, reports and
 * listening are taken up by their own components.
 *
 * Stands before the screen, so that its effect runs before theirs, which take the intent and its place away.
 */
export function Resume() {
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: an intent belongs to an address
  useEffect(() => {
    const hasArrived = takeArrival() && currentReader() !== null;
    const place = placeOfIntent();
    if (place === undefined) {
      if (hasArrived) focusHeading();
      return;
    }
    if (!currentReader()) {
      forgetIntent();
      return;
    }
    scrollTo({ top: place, behavior: 'instant' });
    const pressed = pressedForIntent();
    if (!pressed || !focusPressed(pressed)) focusHeading();
    loadChunk(import('./finish-intent.ts')).then(
      ({ finishIntent }) => finishIntent(),
      (error: unknown) => logError(error, 'Failed to finish an intent'),
    );
  }, [pathname, search]);

  useEffect(() => {
    // The back button at the provider: the page is as it was left, and so is who reads it.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !currentReader()) forgetIntent();
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  return null;
}
