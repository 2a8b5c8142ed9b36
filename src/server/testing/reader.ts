import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { Database } from '#server/platform/db/database.ts';
import { hashOf, newToken } from '#server/platform/tokens.ts';
import { findOrCreateUser } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { insertSession } from '#server/readers/sessions/repository.ts';
import { post, type TestApp } from './app.ts';

/** A reader with an open session, as if signed in through the provider "mock". */
export interface TestReader {
  user: User;
  /** The cookies of their browser. */
  cookies: { session: string };
  /** Their IP address; by default all readers have the same one. */
  remoteAddress?: string;
}

/** Signs in a reader by name and creates the account on the first call. */
export async function signInReader({ queries }: Database, name: string): Promise<TestReader> {
  const email = `${name}@example.org`;
  const issuer = 'https://mock.example/';
  const identity = { issuer, subject: name, email, emailVerified: true, name };
  const outcome = await findOrCreateUser(queries, identity);
  if (outcome.kind !== 'signedIn') throw new Error(`${email} belongs to somebody else.`);
  const { user } = outcome;
  const session = newToken();
  await insertSession(queries, {
    userId: user.id,
    tokenHash: hashOf(session),
    provider: 'mock',
    userAgent: 'test',
    // Longer than any test takes on a busy machine.
    expiresAt: new Date(Date.now() + 24 * 3_600_000),
  });
  return { user, cookies: { session } };
}

/** Deletes all readers and signs in a Premium one, so that no tier limit interferes with the test. */
export async function signInOnlyReader(database: Database, name: string): Promise<TestReader> {
  const { queries } = database;
  await queries.execute(sql`TRUNCATE users CASCADE`);
  const reader = await signInReader(database, name);
  await queries.update(users).set({ tier: 'premium', subscriptionStatus: 'active' });
  return reader;
}

/** Calls the API as a reader's browser does, with a content hash for a body. */
export function callAs({ app }: TestApp, { cookies, remoteAddress }: TestReader) {
  return (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<LightMyRequestResponse> => {
    const withBody = body === undefined ? {} : post('', body);
    return app.inject({ ...withBody, method, url: `/api/v1${path}`, cookies, remoteAddress });
  };
}
