import { useEffect } from 'react';

/** Runs a task when the browser is idle, or after two seconds at the latest. */
export function useIdleCallback(task: () => void): void {
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(task, 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(task, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }, [task]);
}
