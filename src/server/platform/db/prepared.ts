import type { Queries } from './database.ts';

interface Preparable<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> };
}

type Statement<Rows> = ReturnType<Preparable<Rows>['prepare']>;

const statements = new WeakMap<Queries, Map<string, Statement<unknown>>>();

/**
 * Runs a frequent query as a prepared statement. PostgreSQL parses a prepared statement only once per connection, and
 * can reuse its plan. `build` creates the query, with `sql.placeholder(…)` for each of the `values`. It is called only
 * once per name and `queries` object, so `name` must always refer to the same query.
 */
export function runPreparedQuery<Rows>(
  queries: Queries,
  name: string,
  build: () => Preparable<Rows>,
  values: Record<string, unknown>,
): Promise<Rows> {
  const statementsByName = statements.get(queries) ?? new Map<string, Statement<unknown>>();
  statements.set(queries, statementsByName);
  const statement =
    (statementsByName.get(name) as Statement<Rows> | undefined) ?? build().prepare(name);
  statementsByName.set(name, statement);
  return statement.execute(values);
}
