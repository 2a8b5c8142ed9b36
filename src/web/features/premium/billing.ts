import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { ApiError, sendPost } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { createStore, useStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';
import { promptSignIn } from '#web/reader/prompt.ts';
import { refreshSubscriptionProfile } from '#web/reader/subscription-profile.ts';

/**
 * Opens the checkout page for Premium. After the checkout, the reader returns to the path `returnTo`. The promise stays
 * pending while the browser navigates. It resolves without a navigation if the request fails or the reader must sign in
 * again. A failed request shows a toast.
 */
export async function startCheckout(billingCycle: BillingCycle, returnTo: string): Promise<void> {
  checkoutOpeningStore.set(true);
  try {
    const body = { billingCycle, returnTo };
    const { sessionUrl } = await sendPost<{ sessionUrl: string }>('/subscriptions/checkout', body);
    location.assign(sessionUrl);
    await waitForReturn();
  } catch (error) {
    const { status = 0, message = '' } = error instanceof ApiError ? error : {};
    // Status 401 means that the session has ended. The checkout page opens after the reader has signed in again.
    if (status === 401) {
      promptSignIn({ action: 'upgrade', cycle: billingCycle, returnTo });
      return;
    }
    logAndReportError(error, 'The checkout could not be started');
    // Status 409 means that the reader already has Premium, even though this page does not show it yet.
    if (status === 409) {
      await refreshSubscriptionProfile();
      showToast({ kind: 'info', text: message });
    } else showToast({ kind: 'error', text: ERROR_MESSAGES.checkoutFailed });
  } finally {
    checkoutOpeningStore.set(false);
  }
}

/** Returns true while the checkout page is being requested and opened. */
export function useIsOpeningCheckout(): boolean {
  return useStore(checkoutOpeningStore);
}

const checkoutOpeningStore = createStore(false);

/**
 * Fetches the URL of the customer portal, where the reader manages their subscription. Rejects if the API request
 * fails.
 */
async function fetchPortalUrl(): Promise<string> {
  const { portalUrl } = await sendPost<{ portalUrl: string }>('/subscriptions/customer-portal', {});
  return portalUrl;
}

/**
 * Opens the customer portal, where the reader manages their subscription. Shows a toast if this fails. `navigate` opens
 * a URL in this tab or a new one.
 */
export async function openCustomerPortal(
  navigate: (fetchUrl: () => Promise<string>) => Promise<void>,
): Promise<void> {
  try {
    await navigate(fetchPortalUrl);
  } catch (error) {
    logAndReportError(error, 'The customer portal could not be opened');
    showToast({ kind: 'error', text: ERROR_MESSAGES.portalFailed });
  }
}

/**
 * Fetches a URL and opens it in this tab. Resolves when the reader returns to this page through the back-forward cache.
 */
export async function openFetchedUrlInThisTab(fetchUrl: () => Promise<string>): Promise<void> {
  location.assign(await fetchUrl());
  await waitForReturn();
}

/**
 * Resolves when the browser restores this page from the back-forward cache. The caller can then reset its busy state.
 */
function waitForReturn(): Promise<void> {
  return new Promise((resolve) => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      removeEventListener('pageshow', onReturn);
      resolve();
    };
    addEventListener('pageshow', onReturn);
  });
}
