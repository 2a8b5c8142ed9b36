// @ts-check
/** Creates the empty database that a server copies at its first start, by running scripts/empty-database.mjs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_NODE_PATH } from './packages.mjs';
import { runQuietly } from './run-quietly.mjs';
import { hashFiles, ROOT, readStamp, removeStamp, writeStamp } from './stamps.mjs';

const STAMP = join(ROOT, 'dist', 'database-made-from');
const OUTPUTS = ['dist/database/PG_VERSION', 'dist/database.tar'];

const INPUTS = ['node_modules/@electric-sql/pglite/package.json', 'scripts/empty-database.mjs'];

/** @type {import('../setup.mjs').Step} */
export const buildEmptyDatabaseStep = {
  name: 'empty database',

  isCurrent: () =>
    OUTPUTS.every((path) => existsSync(join(ROOT, path))) && readStamp(STAMP) === hashFiles(INPUTS),

  async run() {
    removeStamp(STAMP);
    const { hasSucceeded, lastLines } = await runQuietly(PROJECT_NODE_PATH, [
      'scripts/empty-database.mjs',
    ]);
    if (!hasSucceeded)
      throw new Error('Failed to create the empty database; see its last lines above.', {
        cause: lastLines,
      });
    writeStamp(STAMP, hashFiles(INPUTS));
    const version = readFileSync(join(ROOT, 'dist', 'database', 'PG_VERSION'), 'utf8');
    return `PostgreSQL ${version.trim()}`;
  },
};
