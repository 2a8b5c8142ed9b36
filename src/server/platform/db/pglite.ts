import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { DataFolder } from './data-folder.ts';
import { type Database, MIGRATIONS, type Queries } from './database.ts';
import { locksOfProcess } from './locks.ts';
import { SIMILARITY_THRESHOLD } from './similarity.ts';

/** Opens the embedded database in a folder this process holds, or in memory. */
export async function openPglite(folder: DataFolder | undefined): Promise<Database> {
  const options = { extensions: { pg_trgm } };
  const client = folder
    ? await PGlite.create(path.join(folder.path, 'db'), options)
    : await PGlite.create(options);
  if (folder) guard(client, folder);

  const queries = drizzle({ client });
  await migrate(queries, { migrationsFolder: MIGRATIONS });
  await client.exec(`SET pg_trgm.similarity_threshold = ${SIMILARITY_THRESHOLD}`);
  return {
    engine: 'embedded',
    queries: queries as unknown as Queries,
    // In one process nothing is ever missed.
    listen: (channel, onNotify) => client.listen(channel, onNotify),
    lock: locksOfProcess(),
    close: () => client.close(),
  };
}

/** Lets no statement run once another process holds the folder. */
function guard(client: PGlite, folder: DataFolder): void {
  const run = client._runExclusiveQuery.bind(client);
  client._runExclusiveQuery = (statement) => {
    folder.assertHeld();
    return run(statement);
  };
}
