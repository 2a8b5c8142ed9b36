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

/** An article and the member who writes it. */
interface ArticleOfMember {
  id: string;
  member: string;
}

const fieldsSchema = z.object({
  /** The version it is based on. */
  base: z.number(),
  content: manuscriptSchema,
});

/** What a tab of this browser wrote and did not save. */
export type UnsavedWork = StoredDraft<z.output<typeof fieldsSchema>> & { tab: string };

/** Stores what one tab could not save yet. */
export function createUnsavedWorkStorage(work: ArticleOfMember, tab: string) {
  const place = toDraftKey(work, tab);
  return {
    /** Returns false if the browser did not store it. */
    storeLocally: (base: number, content: Manuscript): boolean =>
      writeDraft(place, serializeDraft({ base, content })),
    removeLocal: () => removeDraft(place),
  };
}

/** Lists what tabs that are closed did not save, newest first. `isOpen` tells whether a tab still is. */
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

/** Lets other tabs know that this one is open, until `signal` is aborted. */
export function holdTabLock(tab: string, signal: AbortSignal): void {
  // Locks exist on https and localhost only; elsewhere, what another open tab has not saved may be offered here too.
  navigator.locks
    ?.request(
      LOCK_PREFIX + tab,
      () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    .catch(() => undefined);
}

/** Lists the tabs of this browser that have an article open. */
export async function listOpenTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK_PREFIX.length)));
}
