import pg from 'pg';

/** URL of the PostgreSQL server for tests. There may be no server at this URL. */
export const POSTGRES_URL =
  process.env.TEST_DATABASE_URL || 'postgres://root@localhost:5432/postgres';

/** Returns the URL of a database on the test server. */
export function getPostgresDatabaseUrl(name: string): string {
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement that concerns the server rather than one test database, such as CREATE DATABASE. */
export async function runStatementOnPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the reason why the server cannot be reached. Returns `undefined` if it can be reached. */
export async function findPostgresConnectionError(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error instanceof AggregateError ? String(error.errors[0]) : String(error);
  }
}
