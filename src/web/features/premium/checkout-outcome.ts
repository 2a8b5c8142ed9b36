import type { CheckoutOutcome } from '#domain/subscription.ts';
import { refreshProfile } from '#web/reader/profile.ts';
import { checkSession, currentReader } from '#web/reader/session.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Milliseconds between two looks whether what was paid has arrived, and for how long. */
const LOOK_EVERY = 1500;
const LOOK_FOR = 30_000;

/** Tells a reader who comes back from a checkout how it ended; where that is not known yet, once it is. */
export async function tellOutcome(outcome: CheckoutOutcome): Promise<void> {
  checkSession();
  // Anybody may write such an address: what is not so is not said.
  const isPremium = () => currentReader()?.tier === 'premium';
  if (outcome === 'given-up')
    showToast({ kind: 'info', text: 'Nothing was bought. You can upgrade whenever you like.' });
  else if (isPremium()) tellDone();
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
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      await refreshProfile();
      if (isPremium()) return tellDone();
    }
  }
}

function tellDone(): void {
  showToast({ kind: 'success', text: 'Welcome to Premium. Everything is open to you now.' });
}
