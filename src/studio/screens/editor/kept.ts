import { type Manuscript, manuscriptSchema } from '#domain/studio/manuscript.ts';
import { readStored, removeStored, writeStoredText } from '#ui/lib/storage.ts';
import { KEPT_FOR } from '../../lib/use-keeping.ts';

/** What was written and not saved, as a tab of this browser kept it. */
export interface Kept {
  key: string;
  /** The version it was based on. */
  base: number;
  at: string;
  content: Manuscript;
}

/** An article that a member writes. */
interface Work {
  /** The article's. */
  id: string;
  /** The member's id: who else works in this browser is offered nothing of it. */
  member: string;
}

/** One tab's place for what it could not save. */
export function keeperOf(work: Work, tab: string) {
  const key = prefixOf(work) + tab;
  return {
    /** Whether it is kept: the storage may be closed, or full. */
    keep: (base: number, content: Manuscript): boolean => {
      const kept = { base, at: new Date().toISOString(), content };
      return writeStoredText('localStorage', key, JSON.stringify(kept));
    },
    forget: () => removeStored('localStorage', key),
  };
}

/** What tabs that are gone kept of it, the newest first. `isOpen` tells of a tab whether it still is. */
export function keptOf(work: Work, isOpen: (tab: string) => boolean): Kept[] {
  const prefix = prefixOf(work);
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

function prefixOf({ id, member }: Work): string {
  return `studio:unsaved:${member}:${id}:`;
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
