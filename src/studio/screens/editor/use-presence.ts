import { useEffect, useState } from 'react';
import { studioApi } from '../../lib/studio-api.ts';

/** Milliseconds between two reports that the article is open. */
const HEARTBEAT_INTERVAL = 10_000;

/** Reports that the article is open here, and returns the names of others who have it open. */
export function usePresence(id: string, first: readonly string[]): readonly string[] {
  const [others, setOthers] = useState(first);
  useEffect(() => {
    let isOpen = true;
    const tell = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const { others } = await studioApi.post<{ others: string[] }>(`/articles/${id}/presence`);
        if (isOpen) setOthers(others);
      } catch {
        // The next report follows in a moment.
      }
    };
    const timer = setInterval(tell, HEARTBEAT_INTERVAL);
    return () => {
      isOpen = false;
      clearInterval(timer);
      studioApi.remove(`/articles/${id}/presence`).catch(() => undefined);
    };
  }, [id]);
  return others;
}
