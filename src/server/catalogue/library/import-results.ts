import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { ImportNote } from './import-notes.ts';

/** How many authors or articles an import added, updated, left unchanged and archived. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
}

/** Cache keys and notes collected during all steps of an import. */
export interface ImportEffects {
  /** Cache keys that must be invalidated. */
  changedKeys: Set<ContentKey>;
  notes: ImportNote[];
}
