import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, MIGRATIONS_FOLDER } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { replacePlaceholderIssuers } from './replace-placeholder-issuers.ts';
import { identities, users } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const GOOGLE = 'https://accounts.google.com';
const KEYCLOAK = 'https://id.octavo.example/realms/readers';
/** An OpenID Connect subject identifier in Google's format. */
const GOOGLE_SUBJECT = '110169484474386276334';
const NO_EARLIER_ISSUER = { earlierIssuer: undefined };

describe.each(databases)('identities without an issuer, on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => emptyTables(database.queries, 'users'));

  /** Inserts an account with one identity. */
  const insertAccount = async (issuer: string, subject: string, createdAt = new Date()) => {
    const [id, email] = [newId(), `${newId()}@example.org`];
    await database.queries.insert(users).values({ id, name: subject, email, emailKey: email });
    await database.queries.insert(identities).values({ userId: id, issuer, subject, createdAt });
    return id;
  };
  const listIdentities = (userId: string) =>
    database.queries
      .select({ issuer: identities.issuer, subject: identities.subject })
      .from(identities)
      .where(eq(identities.userId, userId));

  it('are assigned to Google if it is the issuer and the subject has Google’s form', async () => {
    const createdAt = new Date('2026-02-03T04:05:06.789Z');
    const userId = await insertAccount('google', GOOGLE_SUBJECT, createdAt);
    expect(
      await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NO_EARLIER_ISSUER }),
    ).toBe(0);
    expect(await database.queries.select().from(identities)).toEqual([
      { userId, issuer: `${GOOGLE}/`, subject: GOOGLE_SUBJECT, createdAt },
    ]);
  });

  it.each([
    'ada',
    '42',
    '5f0c6f2e-8a1d-4c55-9a39-1f5d3f0f7a10',
    `${GOOGLE_SUBJECT}0`,
    GOOGLE_SUBJECT.slice(1),
    `2${GOOGLE_SUBJECT.slice(1)}`,
    `12${GOOGLE_SUBJECT.slice(2)}`,
    `${GOOGLE_SUBJECT}\n`,
    'google|110169484474386276334',
  ])('stay unassigned if Google is the issuer and the subject is "%s"', async (subject) => {
    const userId = await insertAccount('google', subject);
    expect(
      await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NO_EARLIER_ISSUER }),
    ).toBe(1);
    expect(await listIdentities(userId)).toEqual([{ issuer: 'google', subject }]);
  });

  it('stay unassigned with another issuer, even if they have Google’s form', async () => {
    const userIds = [
      await insertAccount('google', GOOGLE_SUBJECT),
      await insertAccount('google', 'ada'),
    ];
    for (const issuer of [KEYCLOAK, 'https://accounts.google.com.evil.example', `${GOOGLE}/o/`])
      expect(
        await replacePlaceholderIssuers(database.queries, { issuer, ...NO_EARLIER_ISSUER }),
      ).toBe(2);
    for (const userId of userIds)
      expect(await listIdentities(userId)).toMatchObject([{ issuer: 'google' }]);
  });

  it('are assigned to the configured earlier issuer', async () => {
    const userIds = [
      await insertAccount('google', GOOGLE_SUBJECT),
      await insertAccount('google', 'ada'),
    ];
    const issuers = { issuer: GOOGLE, earlierIssuer: KEYCLOAK };
    expect(await replacePlaceholderIssuers(database.queries, issuers)).toBe(0);
    for (const userId of userIds)
      expect(await listIdentities(userId)).toMatchObject([{ issuer: KEYCLOAK }]);
  });

  it('do not include identities of the demo provider or with an issuer', async () => {
    const [demoUserId, keycloakUserId] = [
      await insertAccount('demo', GOOGLE_SUBJECT),
      await insertAccount(`${KEYCLOAK}/`, GOOGLE_SUBJECT),
    ];
    for (const earlierIssuer of [undefined, 'https://other.example'])
      await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, earlierIssuer });
    expect(await listIdentities(demoUserId)).toMatchObject([{ issuer: 'demo' }]);
    expect(await listIdentities(keycloakUserId)).toMatchObject([{ issuer: `${KEYCLOAK}/` }]);
  });

  it('do not replace the account of somebody who has signed in since', async () => {
    const [formerUserId, currentUserId] = [
      await insertAccount('google', GOOGLE_SUBJECT),
      await insertAccount(`${GOOGLE}/`, GOOGLE_SUBJECT),
    ];
    expect(
      await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NO_EARLIER_ISSUER }),
    ).toBe(1);
    expect(await listIdentities(formerUserId)).toMatchObject([{ issuer: 'google' }]);
    expect(await listIdentities(currentUserId)).toMatchObject([{ issuer: `${GOOGLE}/` }]);
  });

  it('are removed if their account already has the assigned identity', async () => {
    const userId = await insertAccount('google', GOOGLE_SUBJECT);
    await database.queries
      .insert(identities)
      .values({ userId, issuer: `${GOOGLE}/`, subject: GOOGLE_SUBJECT });
    expect(
      await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NO_EARLIER_ISSUER }),
    ).toBe(0);
    expect(await listIdentities(userId)).toEqual([
      { issuer: `${GOOGLE}/`, subject: GOOGLE_SUBJECT },
    ]);
  });

  it('are assigned once by concurrent processes', async () => {
    const subjects = Array.from({ length: 50 }, (_, at) =>
      String(BigInt(GOOGLE_SUBJECT) + BigInt(at)),
    );
    for (const subject of subjects) await insertAccount('google', subject);
    const runs = [1, 2, 3, 4].map(() =>
      replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NO_EARLIER_ISSUER }),
    );
    await Promise.all(runs);
    const rows = await database.queries.select().from(identities);
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(subjects);
    expect(new Set(rows.map(({ issuer }) => issuer))).toEqual(new Set([`${GOOGLE}/`]));
  });
});

describe.each(databases)('a database of an earlier release, on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
  );
  const tags = journal.entries.map(({ tag }) => tag);
  const migrationIndex = tags.findIndex((tag) => tag.endsWith('_issuers'));
  const executeStatements = async (statements: string) => {
    for (const statement of statements.split('--> statement-breakpoint'))
      await database.queries.execute(sql.raw(statement));
  };
  const migrate = async (migrationTags: readonly string[]) => {
    for (const tag of migrationTags)
      await executeStatements(readFileSync(path.join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8'));
  };

  it('keeps its identities, and offers nothing to those without an issuer', async () => {
    expect(migrationIndex).toBeGreaterThan(0);
    await executeStatements(
      'DROP SCHEMA public CASCADE --> statement-breakpoint CREATE SCHEMA public',
    );
    await migrate(tags.slice(0, migrationIndex));
    const [ada, amin] = [newId(), newId()];
    await executeStatements(`
      INSERT INTO users (id, name, email, email_key)
      VALUES ('${ada}', 'Ada', 'ada@x.org', 'ada@x.org'), ('${amin}', 'Amin', 'a@x.org', 'a@x.org')
      --> statement-breakpoint
      INSERT INTO identities (user_id, provider, subject)
      VALUES ('${ada}', 'google', '${GOOGLE_SUBJECT}'), ('${amin}', 'demo', 'demo-administrator')
      --> statement-breakpoint
      INSERT INTO link_offers (user_id, token_hash, provider, subject, expires_at)
      VALUES ('${ada}', 'hash', 'google', 'eve', now() + interval '1 hour')`);
    await migrate(tags.slice(migrationIndex));

    const rows = await database.queries.select().from(identities).orderBy(identities.issuer);
    expect(rows).toMatchObject([
      { userId: amin, issuer: 'demo', subject: 'demo-administrator' },
      { userId: ada, issuer: 'google', subject: GOOGLE_SUBJECT },
    ]);
    const offers = await queryRows<unknown>(database.queries, sql`SELECT * FROM link_offers`);
    expect(offers).toEqual([]);
    const issuers = { issuer: GOOGLE, earlierIssuer: undefined };
    expect(await replacePlaceholderIssuers(database.queries, issuers)).toBe(0);
  });
});
