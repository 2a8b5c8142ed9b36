import type { CheckoutOutcome } from '#domain/subscription.ts';
import { showToast } from '#ui/toast.tsx';
import { showPrompt } from '#web/reader/prompt.ts';
import { readCurrentReader, updatePageFromSession } from '#web/reader/session.ts';
import { refreshSubscriptionProfile } from '#web/reader/subscription-profile.ts';
import { parsePlansUrl } from './plans-url.ts';

/** Interval in milliseconds between two requests that check for the payment. */
const POLL_INTERVAL = 1500;
/** Time in milliseconds after which the page stops checking for the payment. */
const POLL_DURATION = 30_000;
const WELCOME_MESSAGE = 'Welcome to Premium. Everything is open to you now.';

/**
 * Shows the outcome of a checkout after the reader has returned from it. If the payment has not arrived yet, polls for
 * it.
 */
export async function showCheckoutOutcome(outcome: CheckoutOutcome): Promise<void> {
  updatePageFromSession();
  // The outcome comes from the URL and may be forged, so the message depends on the reader's actual plan.
  const isPremium = () => readCurrentReader()?.tier === 'premium';
  if (outcome === 'given-up')
    showToast({ kind: 'info', text: 'Nothing was bought. You can upgrade whenever you like.' });
  else if (isPremium()) showSuccess();
  else if (outcome === 'signed-out' && !readCurrentReader())
    showToast({
      kind: 'info',
      text: 'You’ve been signed out. Sign in to use your purchase.',
    });
  else if (outcome === 'pending' && readCurrentReader()) {
    showToast({
      kind: 'info',
      text: 'Your payment is on its way. Premium opens as soon as it arrives.',
    });
    for (const deadline = Date.now() + POLL_DURATION; Date.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
      await refreshSubscriptionProfile();
      if (isPremium()) return showSuccess();
    }
  }
}

function showSuccess(): void {
  const { from } = parsePlansUrl(location.search);
  if (from && isArticlePath(from))
    showPrompt({ kind: 'welcome', message: WELCOME_MESSAGE, path: from });
  else showToast({ kind: 'success', text: WELCOME_MESSAGE });
}

/**
 * First path segments that are never an author's alias. A path of two segments that starts with one of them is
 * therefore not an article's path.
 */
const NON_ALIAS_SEGMENTS = new Set(['auth', 'authors', 'profile']);

function isArticlePath(path: string): boolean {
  const [, firstSegment = ''] = /^\/([^/?#]+)\/[^/?#]+$/.exec(path) ?? [];
  return firstSegment !== '' && !NON_ALIAS_SEGMENTS.has(firstSegment);
}
