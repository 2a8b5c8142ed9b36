import pg from 'pg';

/** The URL of the PostgreSQL server for tests, if there is one. */
export const POSTGRES_URL =
  process.env.TEST_DATABASE_URL || 'postgres://root@localhost:5432/postgres';

/** Returns the URL of a database on that server. */
export function getServerDatabaseUrl(name: string): string {
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement that concerns a whole database. */
export async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns why the server cannot be reached; `undefined` if it can. */
export async function findConnectionError(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error instanceof AggregateError ? String(error.errors[0]) : String(error);
  }
}
