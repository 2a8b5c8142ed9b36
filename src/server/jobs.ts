import { housekeeping } from './housekeeping.ts';
import { cdnPurge } from './pages/purge.ts';
import type { Config } from './platform/config.ts';
import type { Queries } from './platform/db/database.ts';
import type { Job } from './platform/jobs/service.ts';

/** Everything Octavo does that is no request. */
export function allJobs(queries: Queries, { ACCOUNT_PURGE_DAYS, CDN_PURGE_URL }: Config): Job[] {
  return [housekeeping(queries, ACCOUNT_PURGE_DAYS), cdnPurge(CDN_PURGE_URL)];
}
