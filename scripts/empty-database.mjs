// @ts-check
/**
 * Creates an empty embedded database (PGlite), which a server copies at its first start. Copying is better than
 * creating a database in the server, which would take several seconds and 100 MB of memory that the process would not
 * release. The database is written to dist/database, and to dist/database.tar for in-memory databases in tests.
 *
 * node scripts/empty-database.mjs   (npm start runs it after an update of PGlite)
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

mkdirSync(DIST, { recursive: true });
const draft = join(DIST, `database.${process.pid}`);
const database = await PGlite.create(draft);
const packed = await database.dumpDataDir('none');
await database.close();
writeFileSync(`${draft}.tar`, Buffer.from(await packed.arrayBuffer()));
renameSync(`${draft}.tar`, join(DIST, 'database.tar'));
rmSync(join(DIST, 'database'), { recursive: true, force: true });
renameSync(draft, join(DIST, 'database'));
