/**
 * Values as JSON in the browser's storage, which may be closed to us, or full. Then there is nothing to read
 * and nothing is kept, and no caller fails. An area goes by its name, since touching one that is closed throws.
 */
type Area = 'localStorage' | 'sessionStorage';

/** What is stored under `name`, unchecked; `undefined` for nothing, or what is no JSON. */
export function readStored<T>(area: Area, name: string): T | undefined {
  try {
    return (JSON.parse(globalThis[area].getItem(name) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(area: Area, name: string, value: unknown): void {
  try {
    globalThis[area].setItem(name, JSON.stringify(value));
  } catch {
    // It is not there the next time, which every caller is ready for.
  }
}

export function removeStored(area: Area, name: string): void {
  try {
    globalThis[area].removeItem(name);
  } catch {
    // Then there is nothing.
  }
}
