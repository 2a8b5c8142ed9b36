import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import {
  clearLibrary,
  openSecondConnection,
  selectTestDatabaseEngines,
} from '#server/testing/databases.ts';
import { copyTestLibraryForAuthors } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { EDITION_FILE_NAME, formatEditionFile } from './edition.ts';
import { readLibrary } from './library.ts';
import type { LibraryPhotoStore } from './store-photos.ts';
import { findImportedRowsByHash, syncLibrary } from './sync-library.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const FILE = 'articles/potsherd/absent-brewing-beer.md';
/** Two of the ten authors in the test library, with two articles each. Fewer authors make the tests faster. */
const AUTHORS = ['plumbline', 'potsherd'];
/** A photo store that stores nothing. Photographs are tested in `photos.test.ts`. */
const NO_PHOTOS: LibraryPhotoStore = {
  hasPhoto: async () => false,
  checkPhoto: async () => ({ refusal: 'There is none.' }),
  storePhoto: async () => {},
};
const NO_CHANGES = { warnings: [], changes: [] };

describe.each(databases)('the library sync, on $name', ({ name: engine, open }) => {
  let database: Database;
  /**
   * The database connection of a simulated second process. In tests with the embedded database, this is the same
   * connection as `database`, because only one process can open the embedded database.
   */
  let secondConnection: Database;
  let folder: string;

  beforeAll(async () => {
    database = await open();
    secondConnection = engine === 'PGlite' ? database : await openSecondConnection(database);
  });
  afterAll(async () => {
    if (secondConnection !== database) await secondConnection.close();
    await database.close();
  });
  beforeEach(async () => {
    await clearLibrary(database);
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-library-'));
    copyTestLibraryForAuthors(folder, AUTHORS);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const retitle = (title: string, file = FILE) => {
    const filePath = path.join(folder, file);
    const text = readFileSync(filePath, 'utf8');
    writeFileSync(filePath, text.replace(/^title: .*$/m, `title: ${title}`));
  };
  const setEdition = (edition: number) =>
    writeFileSync(path.join(folder, EDITION_FILE_NAME), formatEditionFile({ edition, hash: 'x' }));
  const sync = (connection = database, options = {}) =>
    syncLibrary(connection, NO_PHOTOS, folder, options);
  const listTitles = async () => {
    const { metas } = await listPublishedArticles(database.queries, {}, 50);
    return metas.map(({ title }) => title);
  };

  it.runIf(isRunOfAllTests())('runs in one of several processes that start together', async () => {
    const results = await Promise.all([
      sync(),
      sync(secondConnection),
      sync(),
      sync(secondConnection),
    ]);
    expect(results.filter(({ changes }) => changes.length)).toEqual([
      { warnings: [], changes: ['2 authors added', '4 articles added'] },
    ]);
    expect(await listTitles()).toHaveLength(4);
  });

  it.runIf(isRunOfAllTests())('waits for another process until a timeout', async () => {
    await withLock(secondConnection, 'library', async () => {
      const { warnings } = await sync(database, { lockTimeout: 50 });
      expect(warnings.join()).toContain('Another process');
    });
    expect((await sync()).changes).toHaveLength(2);
  });

  it('reads only changed files', async () => {
    await sync();
    const listParsedFiles = async () => {
      const imported = await findImportedRowsByHash(database.queries);
      return (await readLibrary(folder, { imported })).articles.map(({ file }) => file);
    };
    expect(await listParsedFiles()).toEqual([]);
    expect(await sync()).toEqual(NO_CHANGES);
    retitle('Another');
    expect(await listParsedFiles()).toEqual([FILE]);
    expect((await sync()).changes).toEqual(['1 articles updated']);
    expect(await listTitles()).toContain('Another');
  });

  it('imports drafts only on request, and withdraws them at the next import without drafts', async () => {
    const filePath = path.join(folder, FILE);
    writeFileSync(
      filePath,
      readFileSync(filePath, 'utf8').replace(/^category:/m, 'status: "draft"\ncategory:'),
    );
    await sync();
    expect(await listTitles()).toHaveLength(3);
    expect((await sync(database, { withDrafts: true })).changes).toEqual(['1 articles added']);
    expect(await sync(database, { withDrafts: true })).toEqual(NO_CHANGES);
    expect(await listTitles()).toContain('Absent: brewing beer');
    expect((await sync()).changes).toEqual(['1 articles archived']);
    expect(await listTitles()).toHaveLength(3);
  });

  it('imports claims, and keeps the previous version if they are invalid', async () => {
    const claims = path.join(folder, FILE.replace('articles', 'claims').replace('.md', '.yaml'));
    mkdirSync(path.dirname(claims), { recursive: true });
    const source = (id: string, cite: string) => `  - { id: ${id}, cite: '${cite}', kind: book }\n`;
    const text = `sources:\n${source('one', 'Janssen')}${source('two', 'Černý')}claims:
  - { claim: A, kind: fact, covers: [ill], source: one, says: A, basis: memory, confidence: high, counter: none found }\n`;
    writeFileSync(claims, text);
    await sync();
    const findSources = async () => {
      const rows = await queryRows<{ sources: unknown }>(
        database.queries,
        sql`SELECT body -> 'sources' AS sources FROM articles WHERE slug = 'absent-brewing-beer'`,
      );
      return rows[0]!.sources;
    };
    expect(await findSources()).toEqual([{ cite: 'Janssen' }, { cite: 'Černý' }]);
    writeFileSync(claims, text.replace('Janssen', 'J. J. Janssen'));
    expect((await sync()).changes).toEqual(['1 articles updated']);
    writeFileSync(claims, text.replace('source: one', 'source: three'));
    const { warnings, changes } = await sync();
    expect(warnings).toEqual([
      `content/${FILE}:1: its claims, line 5: claims.0.source: no source here is called "three"`,
    ]);
    expect(changes).toEqual([]);
    expect(await findSources()).toEqual([{ cite: 'J. J. Janssen' }, { cite: 'Černý' }]);
  });

  it.runIf(isRunOfAllTests())(
    'reads all files again when the drawing version changes',
    async () => {
      await sync();
      for (const table of ['authors', 'articles'])
        await database.queries.execute(
          sql`UPDATE ${sql.identifier(table)} SET source_hash = split_part(source_hash, '.', 1) || '.0'`,
        );
      expect((await sync()).changes).toEqual(['2 authors updated', '4 articles updated']);
    },
  );

  it.runIf(isRunOfAllTests())('detects a duplicate of an unchanged file', async () => {
    await sync();
    cpSync(path.join(folder, FILE), path.join(folder, 'articles/potsherd/a-twin.md'));
    cpSync(path.join(folder, FILE), path.join(folder, 'articles/potsherd/the-twin.md'));
    const { warnings } = await sync();
    expect(warnings.join()).toContain(`is already used by articles/potsherd/a-twin.md`);
    expect(await listTitles()).toHaveLength(4);
  });

  it.runIf(isRunOfAllTests())('keeps the previous version of an unreadable file', async () => {
    await sync();
    rmSync(path.join(folder, FILE));
    mkdirSync(path.join(folder, FILE));
    const { warnings, changes } = await sync();
    expect(warnings).toEqual([`content/${FILE}:1: the file cannot be read (EISDIR)`]);
    expect(changes).toEqual([]);
  });

  it.each(['.', 'articles', 'authors'])(
    'withdraws nothing and reports a warning when %s is missing',
    async (part) => {
      await sync();
      rmSync(path.join(folder, part), { recursive: true });
      mkdirSync(folder, { recursive: true });
      const { warnings, changes } = await sync();
      expect(warnings.at(-1)).toContain(`No library found in ${folder}`);
      expect(changes).toEqual([]);
      expect(await listTitles()).toHaveLength(4);
    },
  );

  it('imports an edited library with the same edition number', async () => {
    setEdition(3);
    await sync();
    retitle('Once more');
    await sync();
    expect(await listTitles()).toContain('Once more');
  });

  describe('with two releases that run alternately', () => {
    const syncOlder = async (options = {}) => {
      copyTestLibraryForAuthors(folder, AUTHORS);
      setEdition(3);
      return sync(secondConnection, options);
    };
    const syncNewer = () => {
      setEdition(4);
      retitle('Newer');
      rmSync(path.join(folder, 'articles/plumbline'), { recursive: true });
      return sync();
    };

    it.runIf(engine === 'PostgreSQL')('does not replace the newer edition', async () => {
      await syncOlder();
      for (let turn = 0; turn < 2; turn++) {
        await syncNewer();
        const { warnings, changes } = await syncOlder();
        expect(warnings.join()).toContain('edition 3, but the database already has edition 4');
        expect(changes).toEqual([]);
        expect(await listTitles()).toContain('Newer');
        expect(await listTitles()).toHaveLength(2);
      }
    });

    it.runIf(isRunOfAllTests())(
      'imports an older edition if it is allowed explicitly',
      async () => {
        await syncNewer();
        const { changes } = await syncOlder({ allowOlderEdition: engine !== 'PGlite' });
        expect(changes).toHaveLength(2);
        expect(await listTitles()).not.toContain('Newer');
        expect(await listTitles()).toHaveLength(4);
        // An import of an older edition must not prevent later imports of the newer edition.
        await syncNewer();
        expect(await listTitles()).toContain('Newer');
      },
    );
  });
});
