import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { ImportNote } from './import-notes.ts';

/** Counts of the authors or articles that an import added, updated, left unchanged, archived and kept. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
  /**
   * The number of authors or articles that are missing from the library but were kept, because some files have errors.
   */
  kept: number;
}

/** Data that the steps of an import collect: the cache keys of changed content, and notes for editors. */
export interface ImportEffects {
  /** The cache keys of changed content. Cached responses that have one of these keys must be invalidated. */
  changedKeys: Set<ContentCacheKey>;
  notes: ImportNote[];
}
