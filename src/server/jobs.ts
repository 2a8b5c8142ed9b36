import { NARRATE, type Narrations, narrating } from './catalogue/narration/service.ts';
import { housekeeping, tidying } from './housekeeping.ts';
import { cdnPurge } from './pages/purge.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import type { Job, Task } from './platform/jobs/service.ts';

/** What Octavo does that is no request, and that any process can do. */
export function allJobs(
  { engine, queries }: Pick<Database, 'engine' | 'queries'>,
  { ACCOUNT_PURGE_DAYS, CDN_PURGE_URL }: Config,
): Job[] {
  const all = [housekeeping(queries, ACCOUNT_PURGE_DAYS), cdnPurge(CDN_PURGE_URL)];
  // A server tidies up by itself.
  return engine === 'embedded' ? [...all, tidying(queries)] : all;
}

/** What takes the files that readers are served from, as every process enqueues it. */
export const TASKS_ON_FILES: readonly Task[] = [NARRATE];

/** The same, for a process that has those files. */
export function jobsOnFiles(
  { queries }: Pick<Database, 'queries'>,
  narrations: Pick<Narrations, 'make'>,
): Job[] {
  return [narrating(queries, narrations)];
}
