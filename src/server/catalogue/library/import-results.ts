import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { LibraryNote } from './library-notes.ts';

/** How many items of a kind an import changed. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
}

/** Collects what the steps of an import change. */
export interface ImportEffects {
  /** Cache keys to invalidate. */
  changed: Set<ContentKey>;
  notes: LibraryNote[];
}
