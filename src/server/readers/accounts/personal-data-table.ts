import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { identities } from './schema.ts';

/** A table that contains readers' personal data, and the settings for exporting and deleting its rows. */
export interface PersonalDataTable {
  table: PgTable & { userId: PgColumn; articleId?: PgColumn; authorId?: PgColumn };
  /** Column with the time at which a row was inserted or last changed. */
  changedAt: PgColumn;
  /**
   * True if the rows are deleted as soon as the reader deletes the account. Otherwise, they remain until the account is
   * purged.
   */
  deleteImmediately: boolean;
  /** Columns that the data export omits. */
  hiddenColumns?: readonly string[];
  /** For each column that stores codes, a map from the codes to the names that the API uses. */
  codeNames?: Readonly<Record<string, ReadonlyMap<unknown, string>>>;
  /** Reason why the table is not exported; `undefined` if it is exported. */
  exclusionReason?: string;
}

/** Returns a map from stored codes to the names that the API uses. */
export function createCodeToNameMap(
  kinds: Readonly<Record<string, { code: string }>>,
): ReadonlyMap<unknown, string> {
  return new Map(Object.entries(kinds).map(([name, { code }]) => [code, name]));
}

/**
 * The identities that readers sign in with. They are deleted as soon as a reader deletes the account, so that the same
 * person can sign up again.
 */
export const identitiesPersonalDataTable: PersonalDataTable = {
  table: identities,
  changedAt: identities.createdAt,
  deleteImmediately: true,
};
