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
/** ID of the reader whose profile failed to load. */
const failedReaderStore = createStoreResetAtSignOut<string | undefined>(undefined);
/** ID of the reader whose profile has been requested in the current task. */
let requestedReaderId: string | undefined;

/**
 * If the profile was requested less than this many milliseconds ago, opening the page's first stream of account changes
 * does not request the profile again.
 */
const RECENT_REQUEST_AGE = 10_000;
/** Time of the last request for the profile, as a `performance.now()` value. */
let requestedAt = Number.NEGATIVE_INFINITY;

/** Number of mounted components that show the profile. */
let mountedCount = 0;

/**
 * Returns the reader's tier and subscription, and loads them when the component mounts. Returns `undefined` until they
 * are loaded, and for a signed-out visitor.
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

/** Returns true if the reader's profile failed to load and is not cached. */
export function useHasSubscriptionProfileFailed(): boolean {
  const reader = useReader()?.id;
  const failedReader = useStore(failedReaderStore);
  const known = useStore(profileStore);
  return reader !== undefined && failedReader === reader && known?.reader !== reader;
}

/**
 * Updates the page after it may have missed changes to the account. Reads the tier from the cookie, and requests the
 * profile if a component shows it (spec 7: only on plans and settings). Does not repeat a recent request when a page's
 * first stream opens, because the page has just requested the profile.
 */
export function updatePageFromAccount({ isFirstStream = false } = {}): void {
  updatePageFromSession();
  const isRequestRecent = performance.now() - requestedAt < RECENT_REQUEST_AGE;
  if (mountedCount && !(isFirstStream && isRequestRecent)) void refreshSubscriptionProfile();
}

/**
 * Reloads the reader's profile and updates the page. The response also sets the cookie with the tier. A failure is
 * logged (spec 8), and the page does not change.
 */
export async function refreshSubscriptionProfile(): Promise<SubscriptionProfile | undefined> {
  const reader = readCurrentReader()?.id;
  if (!reader) return undefined;
  return loadProfile(reader);
}

/** Loads the profile once for all components that mount within the same task. */
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
    // If the session has ended, the failure is expected and not logged.
    if (readCurrentReader()?.id !== reader) return undefined;
    logAndReportError(error, 'The profile could not be loaded');
    failedReaderStore.set(reader);
    return undefined;
  }
}
