import type { Db } from 'pg-boss';
import pgBossPackage from 'pg-boss/package.json' with { type: 'json' };
import type { Database } from '#server/platform/db/database.ts';
import { createDatabaseAdapter } from './database-adapter.ts';
import {
  DEAD_LETTER,
  DEAD_LETTER_QUEUE,
  getQueueSettings,
  type QueueSettings,
  type Task,
} from './job.ts';

/** Which of pg-boss's columns holds which setting; its policy is settled when a queue is made. */
const COLUMNS = {
  notify: 'notify',
  retryLimit: 'retry_limit',
  retryDelay: 'retry_delay',
  retryBackoff: 'retry_backoff',
  expireInSeconds: 'expire_seconds',
  heartbeatSeconds: 'heartbeat_seconds',
  retentionSeconds: 'retention_seconds',
  deleteAfterSeconds: 'deletion_seconds',
  deadLetter: 'dead_letter',
} as const satisfies Record<keyof Omit<QueueSettings, 'policy'>, string>;

/**
 * Sees to it that there is a queue for each task, so that they can be enqueued from then on. To be called by
 * every process that enqueues, before it does. One query where all is as it should be; the first time it takes
 * a quarter of a second. Queues nobody asks for are another release's, and stay.
 */
export async function prepareQueues(database: Database, tasks: readonly Task[]): Promise<void> {
  const statements = createDatabaseAdapter(database);
  const wanted = new Map<string, QueueSettings>([
    // First, as the others point to it.
    [DEAD_LETTER, DEAD_LETTER_QUEUE],
    ...tasks.map((task) => [task.id, getQueueSettings(task)] as const),
  ]);
  const known = await knownQueues(statements);
  if (known && [...wanted].every(([name, settings]) => isAsWanted(known.get(name), settings)))
    return;

  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ db: statements, schedule: false, supervise: false });
  boss.on('error', () => {});
  try {
    await boss.start();
    for (const [name, { policy, ...settings }] of wanted) {
      await boss.createQueue(name, { policy, ...settings });
      await boss.updateQueue(name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

type Row = Record<string, unknown>;

/** Every queue by name; `undefined` when there are no tables for them yet, or those of an older pg-boss. */
async function knownQueues(statements: Db): Promise<Map<string, Row> | undefined> {
  try {
    const { rows } = await statements.executeSql(
      `SELECT version, queue.* FROM pgboss.version LEFT JOIN pgboss.queue ON true`,
    );
    if (rows.some(({ version }) => version < pgBossPackage.pgboss.schema)) return undefined;
    return new Map(rows.map((row) => [row.name, row]));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The schema, a table or a column is not there: `invalid_schema_name` and the like. */
function isMissing(error: unknown): boolean {
  return ['3F000', '42P01', '42703'].includes((error as { code?: string }).code ?? '');
}

function isAsWanted(row: Row | undefined, settings: QueueSettings): boolean {
  if (!row) return false;
  return Object.entries(COLUMNS).every(
    ([setting, column]) => row[column] === (settings[setting as keyof typeof COLUMNS] ?? null),
  );
}
