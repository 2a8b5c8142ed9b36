import { useEffect } from 'react';

/** Does something that can wait, once the screen has come to rest. */
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
