import { SIGNED_OUT_PARAMETER } from '#domain/sign-in.ts';
import { CHECKOUT_OUTCOME_PARAMETER, type CheckoutOutcome } from '#domain/subscription.ts';
import { showToast } from '#ui/toast.tsx';
import { urlNoticesCopy } from '#web/copy/url-notices.ts';
import { showCheckoutOutcome } from '#web/features/premium/checkout-outcome.ts';
import { readCurrentReader } from '#web/reader/session.ts';

/** Functions that show a notice, by query parameter. The server adds these parameters to the URL when it redirects. */
const NOTICES: Readonly<Record<string, (value: string) => void>> = {
  [SIGNED_OUT_PARAMETER]: () => {
    // The reader may have typed or bookmarked the URL, so the sign-out notice appears only if nobody is signed in.
    if (!readCurrentReader()) showToast({ kind: 'success', text: urlNoticesCopy.signedOut });
  },
  [CHECKOUT_OUTCOME_PARAMETER]: (outcome) => void showCheckoutOutcome(outcome as CheckoutOutcome),
};

/** Shows the notices in a URL's query string. Returns the query string without the notices' parameters. */
export function showUrlNotices(search: string): string {
  const query = new URLSearchParams(search);
  for (const [name, showNotice] of Object.entries(NOTICES)) {
    const value = query.get(name);
    query.delete(name);
    if (value !== null) showNotice(value);
  }
  return query.size ? `?${query}` : '';
}
