import { MESSAGES } from '#domain/messages.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { ApiError, post } from '#ui/lib/api.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { refreshProfile } from '#web/reader/profile.ts';
import { promptSignIn } from '#web/reader/prompt.ts';

/**
 * Leads the reader to where they pay for Premium, and back to `returnTo`. Resolves when that failed, which they have been
 * told, or when they have to sign in again; until the browser has left, it does not resolve at all.
 */
export async function startCheckout(billingCycle: BillingCycle, returnTo: string): Promise<void> {
  isUnderWay.set(true);
  try {
    const body = { billingCycle, returnTo };
    const { sessionUrl } = await post<{ sessionUrl: string }>('/subscriptions/checkout', body);
    location.assign(sessionUrl);
    await whenReturned();
  } catch (error) {
    const { status = 0, message = '' } = error instanceof ApiError ? error : {};
    // The session ended meanwhile: they sign in, and it goes on.
    if (status === 401) {
      promptSignIn({ action: 'upgrade', cycle: billingCycle, returnTo });
      return;
    }
    logError(error, 'The checkout could not be started');
    // Whoever has Premium already hears that, and sees it.
    if (status === 409) {
      await refreshProfile();
      showToast({ kind: 'info', text: message });
    } else showToast({ kind: 'error', text: MESSAGES.checkoutFailed });
  } finally {
    isUnderWay.set(false);
  }
}

/** Whether a checkout is being opened, by whatever was pressed here or before the reader had to sign in. */
export function useIsOpeningCheckout(): boolean {
  return useStore(isUnderWay);
}

const isUnderWay = createStore(false);

/** The address at which the reader manages their subscription. Throws as `post` does. */
async function fetchPortalUrl(): Promise<string> {
  const { portalUrl } = await post<{ portalUrl: string }>('/subscriptions/customer-portal', {});
  return portalUrl;
}

/** Does what leads to the portal, and tells the reader where that fails. */
export async function openPortal(
  lead: (find: () => Promise<string>) => Promise<void>,
): Promise<void> {
  try {
    await lead(fetchPortalUrl);
  } catch (error) {
    logError(error, 'The customer portal could not be opened');
    showToast({ kind: 'error', text: MESSAGES.portalFailed });
  }
}

/** Leads to an address in this tab; does not resolve until the browser is back from there. */
export async function navigateUntilReturn(find: () => Promise<string>): Promise<void> {
  location.assign(await find());
  await whenReturned();
}

/** The way back may show this page as it was left, still busy. */
function whenReturned(): Promise<void> {
  return new Promise((resolve) => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      removeEventListener('pageshow', onReturn);
      resolve();
    };
    addEventListener('pageshow', onReturn);
  });
}
