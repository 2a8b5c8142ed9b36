import { createContext, useContext, useSyncExternalStore } from 'react';

/** True once React has hydrated the page. */
export const HydrationComplete = createContext(true);

/**
 * Returns a value that only the browser knows: `undefined` on the server and until the page is hydrated, since public
 * pages are the same for everybody. Components then update in small steps: with `useSyncExternalStore` alone, all of
 * them would render at once, a tenth of a second on a slow phone.
 */
export function useBrowserValue<Value>(
  watch: (onChange: () => void) => () => void,
  read: () => Value,
): Value | undefined {
  const isHydrated = useContext(HydrationComplete);
  return useSyncExternalStore<Value | undefined>(
    watch,
    isHydrated ? read : returnUndefined,
    returnUndefined,
  );
}

const returnUndefined = () => undefined;
