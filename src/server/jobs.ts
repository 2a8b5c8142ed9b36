import { housekeeping } from './housekeeping.ts';
import type { Config } from './platform/config.ts';
import type { Queries } from './platform/db/database.ts';
import type { Job } from './platform/jobs/service.ts';

/** Everything Octavo does that is no request. */
export function allJobs(queries: Queries, { ACCOUNT_PURGE_DAYS }: Config): Job[] {
  return [housekeeping(queries, ACCOUNT_PURGE_DAYS)];
}
