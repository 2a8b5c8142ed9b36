/**
 * The browser's storage, which may be closed to us, or full. Then there is nothing to read and nothing is kept,
 * and no caller fails. An area goes by its name, since touching one that is closed throws.
 */
type Area = 'localStorage' | 'sessionStorage';

const AREAS: readonly Area[] = ['localStorage', 'sessionStorage'];

/** What is stored under `name` as JSON, unchecked; `undefined` for nothing, or what is no JSON. */
export function readStored<T>(area: Area, name: string): T | undefined {
  try {
    return (JSON.parse(readStoredText(area, name) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON. It may not be there the next time, which every caller is ready for. */
export function writeStored(area: Area, name: string, value: unknown): void {
  writeStoredText(area, name, JSON.stringify(value));
}

/** The text stored under `name`: `null` where there is none, `undefined` where nobody can tell. */
export function readStoredText(area: Area, name: string): string | null | undefined {
  return attempt(() => globalThis[area].getItem(name));
}

/** Stores a text as it is; whether it will be there the next time. */
export function writeStoredText(area: Area, name: string, text: string): boolean {
  const write = () => {
    globalThis[area].setItem(name, text);
    return true;
  };
  return attempt(write) ?? false;
}

export function removeStored(area: Area, name: string): void {
  attempt(() => globalThis[area].removeItem(name));
}

/** Removes from every area what is stored under a name that starts with `prefix`. */
export function removeAllStored(prefix: string): void {
  for (const area of AREAS)
    for (const name of attempt(() => Object.keys(globalThis[area])) ?? [])
      if (name.startsWith(prefix)) removeStored(area, name);
}

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
