import { keepHouse } from './housekeeping.ts';
import type { Config } from './platform/config.ts';
import type { Queries } from './platform/db/database.ts';
import type { Job } from './platform/jobs/jobs.ts';

/** Everything Octavo does by itself, and when. */
export function scheduledJobs(queries: Queries, { ACCOUNT_PURGE_DAYS }: Config): Job[] {
  return [
    {
      name: 'housekeeping',
      cron: '17 3 * * *',
      work: (signal) => keepHouse(queries, ACCOUNT_PURGE_DAYS, signal),
    },
  ];
}
