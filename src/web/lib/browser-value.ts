import { createContext, useContext, useSyncExternalStore } from 'react';

/** True once React has hydrated the page. */
export const IsHydratedContext = createContext(true);

/**
 * Returns a value that is known only in the browser. Returns `undefined` on the server and until the page is hydrated,
 * because public pages are the same for all readers. After hydration, a React transition renders the components with
 * the browser's values, without blocking the main thread. With `useSyncExternalStore` alone, all components would
 * render at once, which takes a tenth of a second on a slow phone.
 */
export function useBrowserValue<Value>(
  subscribe: (onChange: () => void) => () => void,
  read: () => Value,
): Value | undefined {
  const isHydrated = useContext(IsHydratedContext);
  return useSyncExternalStore<Value | undefined>(
    subscribe,
    isHydrated ? read : returnUndefined,
    returnUndefined,
  );
}

const returnUndefined = () => undefined;
