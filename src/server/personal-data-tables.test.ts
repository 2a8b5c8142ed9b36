import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from './personal-data-tables.ts';
import { users } from './readers/accounts/schema.ts';

/** All modules that define database tables. */
const SCHEMAS = import.meta.glob<Record<string, unknown>>('/src/server/**/schema.ts', {
  eager: true,
});

/** The database tables with a reference to a reader. */
const TABLES = Object.values(SCHEMAS)
  .flatMap((schema) => Object.values(schema))
  .filter((each) => is(each, PgTable))
  .map((table) => getTableConfig(table))
  .filter(
    ({ columns, foreignKeys }) =>
      columns.some(({ name }) => name === 'user_id') || foreignKeys.some(referencesUsers),
  );

function referencesUsers(key: ReturnType<typeof getTableConfig>['foreignKeys'][number]): boolean {
  return key.reference().foreignTable === users;
}

describe('every table with data of readers', () => {
  it('is listed exactly once in PERSONAL_DATA_TABLES_BY_EXPORT_SECTION, as exported or excluded with a reason', () => {
    const listedNames = Object.values(PERSONAL_DATA_TABLES_BY_EXPORT_SECTION).map(
      ({ table }) => getTableConfig(table).name,
    );
    expect(listedNames.toSorted()).toEqual(TABLES.map(({ name }) => name).toSorted());
  });

  it.each(TABLES.map(({ name, foreignKeys }) => [name, foreignKeys] as const))(
    '%s deletes its rows with the account',
    (_name, foreignKeys) => {
      const userKeys = foreignKeys.filter(referencesUsers);
      expect(userKeys.map(({ onDelete }) => onDelete)).toEqual(['cascade']);
    },
  );

  it('does not export hashes, tokens or other secrets', () => {
    for (const { table, hiddenColumns = [], exclusionReason } of Object.values(
      PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
    )) {
      const secretColumns = Object.keys(table).filter((column) =>
        /hash|token|secret/i.test(column),
      );
      if (!exclusionReason) expect(hiddenColumns).toEqual(expect.arrayContaining(secretColumns));
    }
  });
});
