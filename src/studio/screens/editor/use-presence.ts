import { useEffect, useState } from 'react';
import { studioApi } from '../../lib/studio-api.ts';

/** Milliseconds between two times that the server is told an article is open. */
const HEARTBEAT_INTERVAL = 10_000;

/** Says that an article is open here, as long as it is; and who else has it open. */
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
        // It is told again.
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
