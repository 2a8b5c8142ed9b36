import { housekeeping, tidying } from './housekeeping.ts';
import { cdnPurge } from './pages/purge.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import type { Job } from './platform/jobs/service.ts';

/** Everything Octavo does that is no request. */
export function allJobs(
  { engine, queries }: Pick<Database, 'engine' | 'queries'>,
  { ACCOUNT_PURGE_DAYS, CDN_PURGE_URL }: Config,
): Job[] {
  const all = [housekeeping(queries, ACCOUNT_PURGE_DAYS), cdnPurge(CDN_PURGE_URL)];
  // A server tidies up by itself.
  return engine === 'embedded' ? [...all, tidying(queries)] : all;
}
