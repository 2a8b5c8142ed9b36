import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { LibraryNote } from './library-notes.ts';

/** How many of each kind an import touched. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
}

/** What the parts of an import add to as they come upon it. */
export interface ImportEffects {
  /** What caches are told of. */
  changed: Set<ContentKey>;
  notes: LibraryNote[];
}
