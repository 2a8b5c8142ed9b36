import type { LightMyRequestResponse } from 'fastify';
import type { Database } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import { findOrCreateUserForIdentity } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { insertSessionAndDeleteOldest } from '#server/readers/sessions/repository.ts';
import { createPostRequest, type TestApp } from './app.ts';
import { emptyTables } from './empty-tables.ts';

/** A reader with an open session, as if the reader had signed in through the identity provider `mock`. */
export interface TestReader {
  user: User;
  /** The cookies of the reader's browser. */
  cookies: { session: string };
  /** The reader's IP address. By default all readers have the same address. */
  remoteAddress?: string;
}

/** Signs in a reader by name. Creates the account on the first call. */
export async function signInTestReader({ queries }: Database, name: string): Promise<TestReader> {
  const email = `${name}@example.org`;
  const issuer = 'https://mock.example/';
  const identity = { issuer, subject: name, email, emailVerified: true, name };
  const outcome = await findOrCreateUserForIdentity(queries, identity);
  if (outcome.kind !== 'signedIn') throw new Error(`${email} belongs to somebody else.`);
  const { user } = outcome;
  const session = createToken();
  await insertSessionAndDeleteOldest(queries, {
    userId: user.id,
    tokenHash: hashToken(session),
    provider: 'mock',
    userAgent: 'test',
    // The session must outlast any test, even on a busy machine.
    expiresAt: new Date(Date.now() + 24 * 3_600_000),
  });
  return { user, cookies: { session } };
}

/**
 * Deletes all readers and signs in a Premium reader, so that the limits of the free tier do not interfere with the
 * test.
 */
export async function replaceReadersWithPremiumReader(
  database: Database,
  name: string,
): Promise<TestReader> {
  const { queries } = database;
  await emptyTables(queries, 'users');
  const reader = await signInTestReader(database, name);
  await queries.update(users).set({ tier: 'premium', subscriptionStatus: 'active' });
  return reader;
}

/**
 * Returns a function that calls the API as the reader's browser would. A body is sent as JSON with its content hash.
 */
export function createApiCaller({ app }: TestApp, { cookies, remoteAddress }: TestReader) {
  return (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<LightMyRequestResponse> => {
    const bodyOptions = body === undefined ? {} : createPostRequest('', body);
    return app.inject({ ...bodyOptions, method, url: `/api/v1${path}`, cookies, remoteAddress });
  };
}
