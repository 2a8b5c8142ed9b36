import { createContext, useContext, useSyncExternalStore } from 'react';

/** Whether the page is the browser's: not yet while React takes over what came from the server. */
export const HydrationComplete = createContext(true);

/**
 * A value that only the browser knows: `undefined` on the server, and until the page has been taken over, since a public
 * page comes from the server the same for everybody. What follows from it is drawn in small steps: left to
 * `useSyncExternalStore` alone, all parts that ask would be drawn anew at once, a tenth of a second of a slow phone.
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
