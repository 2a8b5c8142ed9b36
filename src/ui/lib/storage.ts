/**
 * The name of one of the browser's storage areas. If an area is blocked, reading from it returns nothing. If it is
 * blocked or full, writing to it has no effect. The functions below take an area's name instead of the area itself,
 * because any access to a blocked area throws an error.
 */
type Area = 'localStorage' | 'sessionStorage';

const AREAS: readonly Area[] = ['localStorage', 'sessionStorage'];

/**
 * Returns the JSON value stored under `name`, without validation. Returns `undefined` if there is no value, or if it is
 * not valid JSON.
 */
export function readStoredJson<T>(area: Area, name: string): T | undefined {
  try {
    return (JSON.parse(readStoredText(area, name) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON under `name`. Does nothing if storage is blocked or full. */
export function writeStoredJson(area: Area, name: string, value: unknown): void {
  writeStoredText(area, name, JSON.stringify(value));
}

/** Returns the text stored under `name`. Returns `null` if there is none, and `undefined` if storage is blocked. */
export function readStoredText(area: Area, name: string): string | null | undefined {
  return attempt(() => globalThis[area].getItem(name));
}

/** Stores text under `name`. Returns true if it was stored. */
export function writeStoredText(area: Area, name: string, text: string): boolean {
  const write = () => {
    globalThis[area].setItem(name, text);
    return true;
  };
  return attempt(write) ?? false;
}

export function removeStoredItem(area: Area, name: string): void {
  attempt(() => globalThis[area].removeItem(name));
}

/** Removes all keys that start with `prefix` from local storage and session storage. */
export function removeStoredItemsWithPrefix(prefix: string): void {
  for (const area of AREAS)
    for (const name of attempt(() => Object.keys(globalThis[area])) ?? [])
      if (name.startsWith(prefix)) removeStoredItem(area, name);
}

function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
