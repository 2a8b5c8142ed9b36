import { useSyncExternalStore } from 'react';

/** A value that any code in the browser can change and that React components can subscribe to. */
export interface Store<Value> {
  /** The store's value on the server and during hydration. */
  initial: Value;
  get: () => Value;
  set: (next: Value) => void;
  /** Calls `onChange` each time the store's value is set. Returns a function that unsubscribes. */
  subscribe: (onChange: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/**
 * Returns the current value of a store, or a value derived from a store. Re-renders the component when this value
 * changes.
 */
export function useStore<Value>({
  subscribe,
  get,
  initial,
}: Pick<Store<Value>, 'subscribe' | 'get' | 'initial'>): Value {
  return useSyncExternalStore(subscribe, get, () => initial);
}
