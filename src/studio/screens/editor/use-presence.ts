import { useEffect, useState } from 'react';
import { studioApi } from '../../lib/studio-api.ts';

/** Interval in milliseconds at which the browser reports to the server that the article is open. */
const HEARTBEAT_INTERVAL = 10_000;

/**
 * Reports to the server that the article is open, and returns the names of other members who have it open. Until the
 * first response arrives, returns `initialOthers`.
 */
export function usePresence(id: string, initialOthers: readonly string[]): readonly string[] {
  const [others, setOthers] = useState(initialOthers);
  useEffect(() => {
    let isOpen = true;
    const reportPresence = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const { others } = await studioApi.post<{ others: string[] }>(`/articles/${id}/presence`);
        if (isOpen) setOthers(others);
      } catch {
        // A failed report is ignored, because the next one follows soon.
      }
    };
    const timer = setInterval(reportPresence, HEARTBEAT_INTERVAL);
    return () => {
      isOpen = false;
      clearInterval(timer);
      studioApi.remove(`/articles/${id}/presence`).catch(() => undefined);
    };
  }, [id]);
  return others;
}
