import pLimit from 'p-limit';
import type { NarratorId } from '#domain/narrators.ts';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { NarrationService } from './narration-service.ts';

/** Counts of the narrations that were recorded, already existed or failed. */
export interface NarrationOutcomeCounts {
  recorded: number;
  /** Number of narrations that already existed for the current texts of articles. */
  existing: number;
  failed: number;
}

interface MissingOptions {
  narrators: readonly NarratorId[];
  /** Maximum number of parallel recordings. */
  atOnce: number;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
  onFailure(articleId: string, narrator: NarratorId, error: unknown): void;
}

/**
 * Records all missing narrations, newest articles first. If a recording fails, calls `onFailure` with its error and
 * continues with the next recording. If `signal` is aborted, stops, but keeps the recordings that are already complete.
 */
export async function recordMissingNarrations(
  queries: Queries,
  narrations: Pick<NarrationService, 'isRecorded' | 'record'>,
  { narrators, atOnce, signal, onProgress, onFailure }: MissingOptions,
): Promise<NarrationOutcomeCounts> {
  const counts: NarrationOutcomeCounts = { recorded: 0, existing: 0, failed: 0 };
  const ids = await listAudioEnabledArticleIds(queries);
  const tasks = ids.flatMap((id) => narrators.map((narrator) => ({ id, narrator })));
  let done = 0;
  const recordOne = async ({ id, narrator }: (typeof tasks)[number]) => {
    if (signal.aborted) return;
    try {
      const exists = await narrations.isRecorded(id, narrator);
      if (!exists) await narrations.record(id, narrator, signal);
      counts[exists ? 'existing' : 'recorded']++;
    } catch (error) {
      if (signal.aborted) return;
      counts.failed++;
      onFailure(id, narrator, error);
    }
    onProgress(++done, tasks.length);
  };
  await pLimit(atOnce).map(tasks, recordOne);
  return counts;
}
