import { useEffect } from 'react';
import type { SubscriptionProfile } from '#domain/subscription.ts';
import { sendGet } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { useStore } from '#ui/lib/store.ts';
import { createStoreResetAtSignOut } from './cache.ts';
import { readCurrentReader, updatePageFromSession, useReader } from './session.ts';

interface KnownProfile {
  reader: string;
  profile: SubscriptionProfile;
}

const profileStore = createStoreResetAtSignOut<KnownProfile | undefined>(undefined);
/** The ID of the reader whose subscription profile failed to load. */
const failedReaderStore = createStoreResetAtSignOut<string | undefined>(undefined);
/** The ID of the reader whose profile was requested in the current task of the event loop. */
let requestedReaderId: string | undefined;

/**
 * A request for the profile counts as recent for this many milliseconds. If the last request was recent, opening the
 * page's first stream of account changes does not send another one.
 */
const RECENT_REQUEST_AGE = 10_000;
/** Time of the last request for the profile, as a `performance.now()` value. */
let requestedAt = Number.NEGATIVE_INFINITY;

/** The number of mounted components that show the profile. */
let mountedCount = 0;

/**
 * Loads the reader's plan and subscription when the component mounts. Returns `undefined` until they are loaded, and
 * for a signed-out visitor.
 */
export function useSubscriptionProfile(): SubscriptionProfile | undefined {
  const reader = useReader()?.id;
  const known = useStore(profileStore);
  useEffect(() => {
    if (!reader) return;
    mountedCount += 1;
    loadOncePerTask(reader);
    return () => {
      mountedCount -= 1;
    };
  }, [reader]);
  return reader !== undefined && known?.reader === reader ? known.profile : undefined;
}

/** Returns true if the reader's subscription profile failed to load, and no earlier response is available. */
export function useHasSubscriptionProfileFailed(): boolean {
  const reader = useReader()?.id;
  const failedReader = useStore(failedReaderStore);
  const known = useStore(profileStore);
  return reader !== undefined && failedReader === reader && known?.reader !== reader;
}

/**
 * Updates the page after it may have missed changes to the account. Reads the plan from the cookie. Also requests the
 * subscription profile if a component shows it (spec 7: only on the plans and settings pages). If `isFirstStream` is
 * true, a recent request is not repeated.
 */
export function updatePageFromAccount({ isFirstStream = false } = {}): void {
  updatePageFromSession();
  const isRequestRecent = performance.now() - requestedAt < RECENT_REQUEST_AGE;
  if (mountedCount && !(isFirstStream && isRequestRecent)) void refreshSubscriptionProfile();
}

/**
 * Requests the reader's subscription profile and updates the page. The response also sets the
 * cookie with the reader's plan. Logs a failure (spec 8) and resolves with `undefined`. An earlier
 * profile stays on the page.
 */
export async function refreshSubscriptionProfile(): Promise<SubscriptionProfile | undefined> {
  const reader = readCurrentReader()?.id;
  if (!reader) return undefined;
  return loadProfile(reader);
}

/**
 * Loads the subscription profile. If several components mount in the same task of the event loop, only the first call
 * sends a request.
 */
function loadOncePerTask(reader: string): void {
  if (requestedReaderId === reader) return;
  requestedReaderId = reader;
  queueMicrotask(() => {
    requestedReaderId = undefined;
  });
  void refreshSubscriptionProfile();
}

async function loadProfile(reader: string): Promise<SubscriptionProfile | undefined> {
  requestedAt = performance.now();
  try {
    failedReaderStore.set(undefined);
    const profile = await sendGet<SubscriptionProfile>('/user/profile');
    profileStore.set({ reader, profile });
    updatePageFromSession();
    return profile;
  } catch (error) {
    // If the reader has changed or signed out, the failure is expected and not logged.
    if (readCurrentReader()?.id !== reader) return undefined;
    logAndReportError(error, 'The profile could not be loaded');
    failedReaderStore.set(reader);
    return undefined;
  }
}
