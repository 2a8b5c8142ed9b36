import { z } from 'zod';
import { type Manuscript, manuscriptSchema } from '#domain/studio/manuscript.ts';
import {
  type FormDraftKey,
  listFormDraftTabs,
  readFormDraft,
  removeFormDraft,
  type StoredFormDraft,
  serializeFormDraft,
  storeFormDraft,
} from '../../lib/draft-storage.ts';

/** The ID of an article and the ID of the member who edits it. */
interface ArticleOfMember {
  id: string;
  member: string;
}

const fieldsSchema = z.object({
  /** Number of the stored version on which the unsaved text is based. */
  base: z.number(),
  content: manuscriptSchema,
});

/** Unsaved text of an article from one browser tab, with the ID of that tab. */
export type UnsavedWork = StoredFormDraft<z.output<typeof fieldsSchema>> & { tab: string };

/** Creates functions that store and remove one tab's unsaved text in the browser's storage. */
export function createUnsavedWorkStorage(work: ArticleOfMember, tab: string) {
  const draftKey = toDraftKey(work, tab);
  return {
    /** Stores the unsaved text. Returns false if the browser could not store it. */
    storeLocally: (base: number, content: Manuscript): boolean =>
      storeFormDraft(draftKey, serializeFormDraft({ base, content })),
    removeLocal: () => removeFormDraft(draftKey),
  };
}

/** Lists the unsaved text of closed tabs, newest first. `isOpen` returns true if the tab with the given ID is open. */
export function listUnsavedWorkOfClosedTabs(
  work: ArticleOfMember,
  isOpen: (tab: string) => boolean,
): UnsavedWork[] {
  return listFormDraftTabs(toDraftKey(work))
    .filter((tab) => !isOpen(tab))
    .flatMap((tab) => {
      const draft = readFormDraft(toDraftKey(work, tab), fieldsSchema);
      return draft ? { ...draft, tab } : [];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

export function removeUnsavedWork(work: ArticleOfMember, { tab }: Pick<UnsavedWork, 'tab'>): void {
  removeFormDraft(toDraftKey(work, tab));
}

function toDraftKey({ id, member }: ArticleOfMember, tab?: string): FormDraftKey {
  return { form: 'unsaved', member, id, ...(tab === undefined ? {} : { tab }) };
}

const LOCK_PREFIX = 'studio:editor:';

/**
 * Holds a browser lock until `signal` is aborted. The lock is named after this tab, so other tabs can see that this tab
 * is open.
 */
export function holdTabLock(tab: string, signal: AbortSignal): void {
  // Browsers support locks only on HTTPS and localhost. Without locks, a tab also offers to restore the unsaved text of
  // other open tabs.
  navigator.locks
    ?.request(
      LOCK_PREFIX + tab,
      () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    .catch(() => undefined);
}

/** Lists the IDs of this browser's tabs in which an article editor is open. */
export async function listOpenEditorTabIds(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK_PREFIX.length)));
}
