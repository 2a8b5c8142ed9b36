import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { identities } from './schema.ts';

/** A table with personal data: how its rows are exported and when they are deleted. */
export interface PersonalDataTable {
  table: PgTable & { userId: PgColumn; articleId?: PgColumn; authorId?: PgColumn };
  /** When a row was inserted or last changed. */
  changedAt: PgColumn;
  /** True if the rows are deleted together with the account. Otherwise they are deleted when the account is purged. */
  deleteImmediately: boolean;
  /** Columns that are not exported. */
  hiddenColumns?: readonly string[];
  /** Columns that contain codes, with the API's name for each code. */
  codeNames?: Readonly<Record<string, ReadonlyMap<unknown, string>>>;
  /** Why the table is not exported. */
  exclusionReason?: string;
}

/** Returns the API's names by code. */
export function mapCodesToNames(
  kinds: Readonly<Record<string, { code: string }>>,
): ReadonlyMap<unknown, string> {
  return new Map(Object.entries(kinds).map(([name, { code }]) => [code, name]));
}

/** Deleted immediately, so that the same person can sign up again. */
export const identitiesPersonalData: PersonalDataTable = {
  table: identities,
  changedAt: identities.createdAt,
  deleteImmediately: true,
};
