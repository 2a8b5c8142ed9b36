import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, MIGRATIONS_FOLDER } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { replacePlaceholderIssuers } from './replace-placeholder-issuers.ts';
import { identities, users } from './schema.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const GOOGLE = 'https://accounts.google.com';
const KEYCLOAK = 'https://id.octavo.example/realms/readers';
/** A subject in the form that Google uses. */
const NUMBER = '110169484474386276334';
const NONE = { earlierIssuer: undefined };

describe.each(databases)('identities without an issuer, on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => emptyTables(database.queries, 'users'));

  /** Inserts an account with one identity. */
  const add = async (issuer: string, subject: string, createdAt = new Date()) => {
    const [id, email] = [newId(), `${newId()}@example.org`];
    await database.queries.insert(users).values({ id, name: subject, email, emailKey: email });
    await database.queries.insert(identities).values({ userId: id, issuer, subject, createdAt });
    return id;
  };
  const identitiesOf = (userId: string) =>
    database.queries
      .select({ issuer: identities.issuer, subject: identities.subject })
      .from(identities)
      .where(eq(identities.userId, userId));

  it('are assigned to Google if it is the issuer and the subject has Google’s form', async () => {
    const createdAt = new Date('2026-02-03T04:05:06.789Z');
    const reader = await add('google', NUMBER, createdAt);
    expect(await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NONE })).toBe(0);
    expect(await database.queries.select().from(identities)).toEqual([
      { userId: reader, issuer: `${GOOGLE}/`, subject: NUMBER, createdAt },
    ]);
  });

  it.each([
    'ada',
    '42',
    '5f0c6f2e-8a1d-4c55-9a39-1f5d3f0f7a10',
    `${NUMBER}0`,
    NUMBER.slice(1),
    `2${NUMBER.slice(1)}`,
    `12${NUMBER.slice(2)}`,
    `${NUMBER}\n`,
    'google|110169484474386276334',
  ])('stay unassigned if Google is the issuer and the subject is "%s"', async (subject) => {
    const reader = await add('google', subject);
    expect(await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NONE })).toBe(1);
    expect(await identitiesOf(reader)).toEqual([{ issuer: 'google', subject }]);
  });

  it('stay unassigned with another issuer, even if they have Google’s form', async () => {
    const readers = [await add('google', NUMBER), await add('google', 'ada')];
    for (const issuer of [KEYCLOAK, 'https://accounts.google.com.evil.example', `${GOOGLE}/o/`])
      expect(await replacePlaceholderIssuers(database.queries, { issuer, ...NONE })).toBe(2);
    for (const reader of readers)
      expect(await identitiesOf(reader)).toMatchObject([{ issuer: 'google' }]);
  });

  it('are assigned to the configured earlier issuer', async () => {
    const readers = [await add('google', NUMBER), await add('google', 'ada')];
    const issuers = { issuer: GOOGLE, earlierIssuer: KEYCLOAK };
    expect(await replacePlaceholderIssuers(database.queries, issuers)).toBe(0);
    for (const reader of readers)
      expect(await identitiesOf(reader)).toMatchObject([{ issuer: KEYCLOAK }]);
  });

  it('do not include identities of the demo provider or with an issuer', async () => {
    const [demo, named] = [await add('demo', NUMBER), await add(`${KEYCLOAK}/`, NUMBER)];
    for (const earlierIssuer of [undefined, 'https://other.example'])
      await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, earlierIssuer });
    expect(await identitiesOf(demo)).toMatchObject([{ issuer: 'demo' }]);
    expect(await identitiesOf(named)).toMatchObject([{ issuer: `${KEYCLOAK}/` }]);
  });

  it('do not replace the account of somebody who has signed in since', async () => {
    const [former, present] = [await add('google', NUMBER), await add(`${GOOGLE}/`, NUMBER)];
    expect(await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NONE })).toBe(1);
    expect(await identitiesOf(former)).toMatchObject([{ issuer: 'google' }]);
    expect(await identitiesOf(present)).toMatchObject([{ issuer: `${GOOGLE}/` }]);
  });

  it('are removed if their account already has the assigned identity', async () => {
    const reader = await add('google', NUMBER);
    await database.queries
      .insert(identities)
      .values({ userId: reader, issuer: `${GOOGLE}/`, subject: NUMBER });
    expect(await replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NONE })).toBe(0);
    expect(await identitiesOf(reader)).toEqual([{ issuer: `${GOOGLE}/`, subject: NUMBER }]);
  });

  it('are assigned once by concurrent processes', async () => {
    const subjects = Array.from({ length: 50 }, (_, at) => String(BigInt(NUMBER) + BigInt(at)));
    for (const subject of subjects) await add('google', subject);
    const starts = [1, 2, 3, 4].map(() =>
      replacePlaceholderIssuers(database.queries, { issuer: GOOGLE, ...NONE }),
    );
    await Promise.all(starts);
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
  const own = tags.findIndex((tag) => tag.endsWith('_issuers'));
  const run = async (statements: string) => {
    for (const statement of statements.split('--> statement-breakpoint'))
      await database.queries.execute(sql.raw(statement));
  };
  const migrate = async (some: readonly string[]) => {
    for (const tag of some)
      await run(readFileSync(path.join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8'));
  };

  it('keeps its identities, and offers nothing to those without an issuer', async () => {
    expect(own).toBeGreaterThan(0);
    await run('DROP SCHEMA public CASCADE --> statement-breakpoint CREATE SCHEMA public');
    await migrate(tags.slice(0, own));
    const [ada, amin] = [newId(), newId()];
    await run(`
      INSERT INTO users (id, name, email, email_key)
      VALUES ('${ada}', 'Ada', 'ada@x.org', 'ada@x.org'), ('${amin}', 'Amin', 'a@x.org', 'a@x.org')
      --> statement-breakpoint
      INSERT INTO identities (user_id, provider, subject)
      VALUES ('${ada}', 'google', '${NUMBER}'), ('${amin}', 'demo', 'demo-administrator')
      --> statement-breakpoint
      INSERT INTO link_offers (user_id, token_hash, provider, subject, expires_at)
      VALUES ('${ada}', 'hash', 'google', 'eve', now() + interval '1 hour')`);
    await migrate(tags.slice(own));

    const rows = await database.queries.select().from(identities).orderBy(identities.issuer);
    expect(rows).toMatchObject([
      { userId: amin, issuer: 'demo', subject: 'demo-administrator' },
      { userId: ada, issuer: 'google', subject: NUMBER },
    ]);
    const offers = await executeRows<unknown>(database.queries, sql`SELECT * FROM link_offers`);
    expect(offers).toEqual([]);
    const issuers = { issuer: GOOGLE, earlierIssuer: undefined };
    expect(await replacePlaceholderIssuers(database.queries, issuers)).toBe(0);
  });
});
