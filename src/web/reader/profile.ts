import { useEffect } from 'react';
import type { Profile } from '#domain/subscription.ts';
import { get } from '#ui/lib/api.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { useStore } from '#web/lib/store.ts';
import { createReaderStore } from './cache.ts';
import { currentReader, syncSession, useReader } from './session.ts';

interface KnownProfile {
  reader: string;
  profile: Profile;
}

const known = createReaderStore<KnownProfile | undefined>(undefined);
/** The ID of the reader whose profile failed to load. */
const failedFor = createReaderStore<string | undefined>(undefined);
/** The reader whose profile has been requested in the current task. */
let requestedFor: string | undefined;

/** Milliseconds after a page's first request for the profile in which its first stream of changes opens. */
const STREAM_OPENS_WITHIN = 10_000;
/** When the profile was last requested, by `performance.now()`. */
let requestedAt = Number.NEGATIVE_INFINITY;

/** The number of components that show the profile. */
let users = 0;

/** Returns the reader's tier and subscription, loaded on first use; `undefined` until then and for a signed-out reader. */
export function useProfile(): Profile | undefined {
  const reader = useReader()?.id;
  const held = useStore(known);
  useEffect(() => {
    if (!reader) return;
    users += 1;
    loadOncePerTask(reader);
    return () => {
      users -= 1;
    };
  }, [reader]);
  return reader !== undefined && held?.reader === reader ? held.profile : undefined;
}

/** Returns true if the reader's profile failed to load and none is cached. */
export function useProfileFailed(): boolean {
  const reader = useReader()?.id;
  const failed = useStore(failedFor);
  const held = useStore(known);
  return reader !== undefined && failed === reader && held?.reader !== reader;
}

/**
 * Updates the page after changes to the account may have been missed: the tier from the cookie, and the profile from the
 * API if a component shows it (spec 7: only on plans and settings). A page's first stream opens just after the page has
 * requested the profile, and does not request it again.
 */
export function syncAccount({ isFirstStream = false } = {}): void {
  syncSession();
  const wasJustAsked = performance.now() - requestedAt < STREAM_OPENS_WITHIN;
  if (users && !(isFirstStream && wasJustAsked)) void refreshProfile();
}

/**
 * Reloads the reader's profile and updates the page: the response also sets the cookie with the tier. A failure is only
 * logged (spec 8), and the page stays as it was.
 */
export async function refreshProfile(): Promise<Profile | undefined> {
  const reader = currentReader()?.id;
  if (!reader) return undefined;
  return loadProfile(reader);
}

/** Loads the profile once for all components that mount in the same task. */
function loadOncePerTask(reader: string): void {
  if (requestedFor === reader) return;
  requestedFor = reader;
  queueMicrotask(() => {
    requestedFor = undefined;
  });
  void refreshProfile();
}

async function loadProfile(reader: string): Promise<Profile | undefined> {
  requestedAt = performance.now();
  try {
    failedFor.set(undefined);
    const profile = await get<Profile>('/user/profile');
    known.set({ reader, profile });
    syncSession();
    return profile;
  } catch (error) {
    // The session has ended: no profile is missing.
    if (currentReader()?.id !== reader) return undefined;
    logError(error, 'The profile could not be loaded');
    failedFor.set(reader);
    return undefined;
  }
}
