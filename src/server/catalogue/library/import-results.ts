import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { ImportNote } from './import-notes.ts';

/** The numbers of authors or articles that an import added, updated, left unchanged and archived. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
  /** The number of authors or articles that are missing from the library but were kept, because files have errors. */
  kept: number;
}

/** The cache keys and the notes for editors that the steps of an import collect. */
export interface ImportEffects {
  /** The cache keys of changed content. The cached responses with these keys must be invalidated. */
  changedKeys: Set<ContentCacheKey>;
  notes: ImportNote[];
}
