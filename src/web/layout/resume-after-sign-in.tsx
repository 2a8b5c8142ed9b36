import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusPageHeading } from '#ui/focus.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { focusSameControl } from '#web/lib/control-identity.ts';
import { readIntentControl, readIntentScrollPosition, removeIntent } from '#web/reader/intents.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { detectSignInReturnOnce } from '#web/reader/sign-in-return.ts';

/**
 * Restores the page when a reader returns from signing in. Scrolls to the previous position, focuses the control that
 * the reader had clicked, and performs the stored intent once. After a sign-in that began on the sign-in page, focuses
 * the heading. The components for feedback, reports and listening perform their intents themselves. This component must
 * be rendered before the screen, so that its effect runs before the screen's effects, which consume the intent.
 */
export function ResumeAfterSignIn() {
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the URL changes
  useEffect(() => {
    const hasSignedIn = detectSignInReturnOnce() && readCurrentReader() !== null;
    const scrollPosition = readIntentScrollPosition();
    if (scrollPosition === undefined) {
      if (hasSignedIn) focusPageHeading();
      return;
    }
    if (!readCurrentReader()) {
      removeIntent();
      return;
    }
    scrollTo({ top: scrollPosition, behavior: 'instant' });
    const control = readIntentControl();
    if (!control || !focusSameControl(control)) focusPageHeading();
    awaitChunk(import('./resume-intent.ts')).then(
      ({ resumeIntent }) => resumeIntent(),
      (error: unknown) => logAndReportError(error, 'Failed to finish an intent'),
    );
  }, [pathname, search]);

  useEffect(() => {
    // If the back-forward cache restores the page and nobody is signed in, the visitor has returned without signing in,
    // so the intent is dropped.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !readCurrentReader()) removeIntent();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  return null;
}
