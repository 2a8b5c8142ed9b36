import { useEffect } from 'react';

/** Runs a task when the browser is idle, or after two seconds at the latest. */
export function useIdleCallback(work: () => void): void {
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(work, 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(work, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }, [work]);
}
