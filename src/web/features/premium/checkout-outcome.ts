import type { CheckoutOutcome } from '#domain/subscription.ts';
import { showToast } from '#ui/toast.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { refreshProfile } from '#web/reader/profile.ts';
import { showWelcomeDialog } from '#web/reader/prompt.ts';
import { currentReader, syncSession } from '#web/reader/session.ts';
import { readPlansUrl } from './plans-url.ts';

/** Milliseconds between two looks whether what was paid has arrived, and for how long. */
const POLL_INTERVAL = 1500;
const LOOK_FOR = 30_000;

/** Tells a reader who comes back from a checkout how it ended; where that is not known yet, once it is. */
export async function showCheckoutOutcome(outcome: CheckoutOutcome): Promise<void> {
  syncSession();
  // Anybody may write such an address: what is not so is not said.
  const isPremium = () => currentReader()?.tier === 'premium';
  if (outcome === 'given-up')
    showToast({ kind: 'info', text: 'Nothing was bought. You can upgrade whenever you like.' });
  else if (isPremium()) showSuccess();
  else if (outcome === 'signed-out' && !currentReader())
    showToast({
      kind: 'info',
      text: 'You were signed out meanwhile. Sign in, and what you bought is there.',
    });
  else if (outcome === 'pending' && currentReader()) {
    showToast({
      kind: 'info',
      text: 'Your payment is on its way. Premium opens as soon as it arrives.',
    });
    for (const end = Date.now() + LOOK_FOR; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
      await refreshProfile();
      if (isPremium()) return showSuccess();
    }
  }
}

function showSuccess(): void {
  const { from } = readPlansUrl(location.search);
  if (from && isArticlePath(from)) showWelcomeDialog(from);
  else showToast({ kind: 'success', text: layoutCopy.welcomeToPremium });
}

/** Top-level segments below which other pages than articles stand. */
const OTHERS = new Set(['auth', 'authors', 'profile']);

function isArticlePath(path: string): boolean {
  const [, first = ''] = /^\/([^/?#]+)\/[^/?#]+$/.exec(path) ?? [];
  return first !== '' && !OTHERS.has(first);
}
