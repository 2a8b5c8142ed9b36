import { z } from 'zod';
import { type Manuscript, manuscriptSchema } from '#domain/studio/manuscript.ts';
import {
  type DraftKey,
  listDraftTabs,
  readDraft,
  removeDraft,
  type StoredDraft,
  serializeDraft,
  writeDraft,
} from '../../lib/draft-storage.ts';

/** Identifies an article and the member who writes it. */
interface ArticleOfMember {
  id: string;
  member: string;
}

const fieldsSchema = z.object({
  /** The version it is based on. */
  base: z.number(),
  content: manuscriptSchema,
});

/** Text that a tab of this browser did not save. */
export type UnsavedWork = StoredDraft<z.output<typeof fieldsSchema>> & { tab: string };

/** Stores the unsaved text of one tab. */
export function createUnsavedWorkStorage(work: ArticleOfMember, tab: string) {
  const place = toDraftKey(work, tab);
  return {
    /** Returns false if the browser did not store it. */
    storeLocally: (base: number, content: Manuscript): boolean =>
      writeDraft(place, serializeDraft({ base, content })),
    removeLocal: () => removeDraft(place),
  };
}

/** Lists the unsaved text of closed tabs, newest first. `isOpen` returns true if a tab is open. */
export function listUnsavedWork(
  work: ArticleOfMember,
  isOpen: (tab: string) => boolean,
): UnsavedWork[] {
  return listDraftTabs(toDraftKey(work))
    .filter((tab) => !isOpen(tab))
    .flatMap((tab) => {
      const draft = readDraft(toDraftKey(work, tab), fieldsSchema);
      return draft ? { ...draft, tab } : [];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

export function removeUnsavedWork(work: ArticleOfMember, { tab }: Pick<UnsavedWork, 'tab'>): void {
  removeDraft(toDraftKey(work, tab));
}

function toDraftKey({ id, member }: ArticleOfMember, tab?: string): DraftKey {
  return { form: 'unsaved', member, id, ...(tab === undefined ? {} : { tab }) };
}

const LOCK_PREFIX = 'studio:editor:';

/** Holds a lock with this tab's ID until `signal` is aborted, so that other tabs know that it is open. */
export function holdTabLock(tab: string, signal: AbortSignal): void {
  // Locks exist on HTTPS and localhost only. Elsewhere, unsaved text of another open tab may be offered here too.
  navigator.locks
    ?.request(
      LOCK_PREFIX + tab,
      () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    .catch(() => undefined);
}

/** Lists the open tabs of this browser that edit an article. */
export async function listOpenTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK_PREFIX.length)));
}
