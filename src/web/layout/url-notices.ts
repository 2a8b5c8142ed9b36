import { SIGNED_OUT_PARAMETER } from '#domain/sign-in.ts';
import { CHECKOUT_OUTCOME, type CheckoutOutcome } from '#domain/subscription.ts';
import { showToast } from '#ui/toast.tsx';
import { urlNoticesCopy } from '#web/copy/url-notices.ts';
import { showCheckoutOutcome } from '#web/features/premium/checkout-outcome.ts';
import { currentReader } from '#web/reader/session.ts';

/** What the server leads readers to a page with, by the parameter of the address it comes in. */
const NOTICES: Readonly<Record<string, (value: string) => void>> = {
  [SIGNED_OUT_PARAMETER]: () => {
    // Anybody may write such an address, or keep one.
    if (!currentReader()) showToast({ kind: 'success', text: urlNoticesCopy.signedOut });
  },
  [CHECKOUT_OUTCOME]: (outcome) => void showCheckoutOutcome(outcome as CheckoutOutcome),
};

/** Tells what an address's query says was done; what is left of the query. */
export function consumeNotices(search: string): string {
  const query = new URLSearchParams(search);
  for (const [name, tell] of Object.entries(NOTICES)) {
    const value = query.get(name);
    query.delete(name);
    if (value !== null) tell(value);
  }
  return query.size ? `?${query}` : '';
}
