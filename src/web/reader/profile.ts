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
/** The id of the reader whose profile could not be loaded. */
const failedFor = createReaderStore<string | undefined>(undefined);
/** The reader whose profile a part of the page has asked for in the current task. */
let requestedFor: string | undefined;

/** Milliseconds within which the first stream of changes opens that follows a page's first request for the profile. */
const STREAM_OPENS_WITHIN = 10_000;
/** When the profile was last asked for, by `performance.now()`. */
let requestedAt = Number.NEGATIVE_INFINITY;

/** How many parts of the page show it. */
let users = 0;

/** The reader's tier and subscription, asked for when first shown; `undefined` until it is known, and for nobody. */
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

/** Returns true once the reader's profile could not be loaded and nothing is known of it. */
export function useProfileFailed(): boolean {
  const reader = useReader()?.id;
  const failed = useStore(failedFor);
  const held = useStore(known);
  return reader !== undefined && failed === reader && held?.reader !== reader;
}

/**
 * Brings the page in step with an account that may have become another unheard: the cookie says the tier, and the rest is
 * asked for where it is shown (spec 7: on the pages of plans and settings alone). The first stream of a page opens a moment
 * after the page has asked for the profile: it is not asked for twice.
 */
export function syncAccount({ isFirstStream = false } = {}): void {
  syncSession();
  const wasJustAsked = performance.now() - requestedAt < STREAM_OPENS_WITHIN;
  if (users && !(isFirstStream && wasJustAsked)) void refreshProfile();
}

/**
 * Asks for the reader's profile, and brings the page in step with it: the answer comes with the cookie that says the tier.
 * What fails is logged alone (spec 8): what is shown stays as it was.
 */
export async function refreshProfile(): Promise<Profile | undefined> {
  const reader = currentReader()?.id;
  if (!reader) return undefined;
  return loadProfile(reader);
}

/** Loads the profile once for all parts of a page that begin to show it together. */
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
    // The session had ended, as the page has just learned: nobody's profile is missing.
    if (currentReader()?.id !== reader) return undefined;
    logError(error, 'The profile could not be loaded');
    failedFor.set(reader);
    return undefined;
  }
}
