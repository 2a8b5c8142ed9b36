import { v7 as newId } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { identities, users } from '#server/readers/accounts/schema.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  START_TIMEOUT,
  startOctavoAndWait,
} from '../support/octavo.ts';

vi.setConfig({ testTimeout: 2 * START_TIMEOUT });
afterEach(killStartedProcesses);

const postgres = await findPostgresTestEngine();

it.runIf(postgres && isRunOfAllTests())(
  'a start assigns the identities of earlier versions to an issuer',
  async () => {
    const database = await postgres!.open();
    for (const subject of ['110169484474386276334', 'ada']) {
      const [userId, email] = [newId(), `${subject}@example.org`];
      await database.queries
        .insert(users)
        .values({ id: userId, name: 'A', email, emailKey: email });
      await database.queries.insert(identities).values({ userId, issuer: 'google', subject });
    }
    const octavo = await startOctavoAndWait({
      DATABASE_URL: await getTestDatabaseUrl(database),
      DATA_DIR: await createDataFolderWithPictures(),
      OIDC_ISSUER: 'https://accounts.google.com',
      OIDC_CLIENT_ID: 'octavo',
    });
    // The server prints the warning about identities with an unknown issuer to standard error, so the warning may
    // arrive after later lines on standard output.
    await expect
      .poll(() => octavo.output())
      .toMatch(/Identities with an unknown issuer.*: 1\. .*OIDC_EARLIER_ISSUER/);
    const rows = await database.queries.select().from(identities).orderBy(identities.issuer);
    expect(rows).toMatchObject([
      { issuer: 'google', subject: 'ada' },
      { issuer: 'https://accounts.google.com/', subject: '110169484474386276334' },
    ]);
    octavo.process.kill('SIGTERM');
    expect(await octavo.exitCode).toBe(0);
    await database.close();
  },
);
