import pg from 'pg';

/** The PostgreSQL server tests use, when there is one. */
export const SERVER = process.env.TEST_DATABASE_URL || 'postgres://root@localhost:5432/postgres';

/** Returns the URL of a database on that server. */
export function addressOnServer(name: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement that is about a whole database. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns why the server cannot be reached; `undefined` when it can. */
export async function unreachable(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error instanceof AggregateError ? String(error.errors[0]) : String(error);
  }
}
