import pLimit from 'p-limit';
import type { Narrator } from '#domain/narrators.ts';
import { listIdsWithAudio } from '#server/catalogue/articles/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { NarrationService } from './narration-service.ts';

/** What became of the narrations there are to be. */
export interface NarrationCounts {
  recorded: number;
  /** Those that were there, of the text as it is. */
  existing: number;
  failed: number;
}

interface MissingOptions {
  narrators: readonly Narrator[];
  /** How many are made at a time. */
  atOnce: number;
  stop: AbortSignal;
  onProgress(done: number, of: number): void;
  onFailure(articleId: string, narrator: Narrator, error: unknown): void;
}

/**
 * Makes all narrations that are missing of articles that can be heard, newest articles first. What fails is told to `onFailure` and left out; what is
 * there when it is stopped stays.
 */
export async function recordMissingNarrations(
  queries: Queries,
  narrations: Pick<NarrationService, 'isRecorded' | 'record'>,
  { narrators, atOnce, stop, onProgress, onFailure }: MissingOptions,
): Promise<NarrationCounts> {
  const counts: NarrationCounts = { recorded: 0, existing: 0, failed: 0 };
  const ids = await listIdsWithAudio(queries);
  const all = ids.flatMap((id) => narrators.map((narrator) => ({ id, narrator })));
  let done = 0;
  const makeOne = async ({ id, narrator }: (typeof all)[number]) => {
    if (stop.aborted) return;
    try {
      const isThere = await narrations.isRecorded(id, narrator);
      if (!isThere) await narrations.record(id, narrator, stop);
      counts[isThere ? 'existing' : 'recorded']++;
    } catch (error) {
      if (stop.aborted) return;
      counts.failed++;
      onFailure(id, narrator, error);
    }
    onProgress(++done, all.length);
  };
  await pLimit(atOnce).map(all, makeOne);
  return counts;
}
