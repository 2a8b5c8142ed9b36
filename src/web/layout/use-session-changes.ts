import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useReader } from '#web/lib/session.ts';
import { forgetPersonalPayloads } from '#web/pages/payloads.ts';
import { usePayload } from '#web/pages/use-page.ts';

/**
 * Keeps the page in step with the session: when somebody signs in or out, here or in another tab, a page
 * that is a reader's own becomes what it is for whoever is there now.
 */
export function useSessionChanges(): void {
  const reader = useReader();
  const shownFor = useRef<string | null>(undefined);
  const { revalidate } = useRevalidator();
  const payload = usePayload();
  const isPersonal =
    payload !== undefined &&
    ('userInfo' in payload.props || /^\/(profile|$)/.test(payload.head.path));
  useEffect(() => {
    if (reader === undefined) return;
    const id = reader?.id ?? null;
    const before = shownFor.current;
    shownFor.current = id;
    if (before === undefined || before === id) return;
    forgetPersonalPayloads();
    if (isPersonal) revalidate();
  }, [reader, isPersonal, revalidate]);
}
