import { type Manuscript, manuscriptSchema } from '#domain/studio/manuscript.ts';
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';

/** What was written and not saved, as a tab of this browser kept it. */
export interface Kept {
  key: string;
  /** The version it was based on. */
  base: number;
  at: string;
  content: Manuscript;
}

const PREFIX = 'studio:unsaved:';
/** Milliseconds for which what nobody came back for is kept. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/** One tab's place for what it could not save of an article. */
export function keeperOf(articleId: string, tab: string) {
  const key = `${PREFIX}${articleId}:${tab}`;
  return {
    keep: (base: number, content: Manuscript) =>
      writeStored('localStorage', key, { base, at: new Date().toISOString(), content }),
    forget: () => removeStored('localStorage', key),
  };
}

/** What tabs that are gone kept of an article, the newest first. `isOpen` tells of a tab whether it still is. */
export function keptOf(articleId: string, isOpen: (tab: string) => boolean): Kept[] {
  const prefix = `${PREFIX}${articleId}:`;
  return keysWith(prefix)
    .filter((key) => !isOpen(key.slice(prefix.length)))
    .flatMap((key) => readKept(key) ?? [])
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

export function forgetKept({ key }: Pick<Kept, 'key'>): void {
  removeStored('localStorage', key);
}

/** What can be shown of it: it may be from another release, and is too old one day. */
function readKept(key: string): Kept | undefined {
  const stored = readStored<{ base: number; at: string; content: unknown }>('localStorage', key);
  const content = manuscriptSchema.safeParse(stored?.content);
  const age = Date.now() - Date.parse(stored?.at ?? '');
  if (stored && content.success && age < KEPT_FOR)
    return { key, base: stored.base, at: stored.at, content: content.data };
  removeStored('localStorage', key);
  return undefined;
}

function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

const LOCK = 'studio:editor:';

/** Says to other tabs that this one is open, until `signal` fires. */
export function announceTab(tab: string, signal: AbortSignal): void {
  // Only on https and on this machine itself; elsewhere what another open tab keeps may be offered here too.
  navigator.locks
    ?.request(
      LOCK + tab,
      () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    .catch(() => undefined);
}

/** The tabs that are open in this browser. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)));
}
