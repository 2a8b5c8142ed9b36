import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { PERSONAL_SCREEN_PATHS } from '#domain/screens.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { usePayload } from '#web/pages/use-screen-props.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * Keeps the page in sync with the session. Reloads the data of a personal page when the reader signs in or out, in this
 * tab or another one.
 */
export function useRevalidateOnSessionChange(): void {
  const reader = useReader();
  const shownReaderId = useRef<string | null>(undefined);
  const { revalidate } = useRevalidator();
  const payload = usePayload();
  const owner = payload && 'userInfo' in payload.props ? payload.props.userInfo.email : null;
  const isPersonal = payload !== undefined && (owner !== null || isPersonalPath(payload.head.path));
  useEffect(() => {
    if (reader === undefined) return;
    const id = reader?.id ?? null;
    const previousId = shownReaderId.current;
    shownReaderId.current = id;
    // The back-forward cache may restore a page that was loaded before the reader signed in or out.
    const isStale = previousId === undefined && isPersonal && owner !== (reader?.email ?? null);
    const hasChanged = previousId !== undefined && previousId !== id;
    if (!isStale && !hasChanged) return;
    removeCachedPersonalPayloads();
    if (isPersonal) revalidate();
  }, [reader, owner, isPersonal, revalidate]);
  useAccountChanges(reader?.id);
}

/** Watches for changes to the signed-in reader's account. */
function useAccountChanges(reader: string | undefined): void {
  useEffect(() => {
    if (!reader) return;
    let isUnmounted = false;
    let stopFollowing = () => {};
    awaitChunk(import('./start-account-updates.ts')).then(
      ({ startAccountUpdates }) => {
        if (!isUnmounted) stopFollowing = startAccountUpdates();
      },
      // If the code for account updates fails to load, the page learns of account changes only with its next API call.
      () => {},
    );
    return () => {
      isUnmounted = true;
      stopFollowing();
    };
  }, [reader]);
}

/** Returns true for a path whose page depends on the session. */
const isPersonalPath = (path: string) => PERSONAL_SCREEN_PATHS.some((each) => each === path);
