import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { identities } from './schema.ts';

/** A table with rows of readers' own: what it says in their file, and when its rows go. */
export interface PersonalDataTable {
  table: PgTable & { userId: PgColumn; articleId?: PgColumn; authorId?: PgColumn };
  /** When a row was made or last changed. */
  changedAt: PgColumn;
  /** Whether the rows go as soon as the account is deleted. Otherwise they go when it is purged. */
  deleteImmediately: boolean;
  /** Columns that are no reader's to see. */
  hiddenColumns?: readonly string[];
  /** Columns that hold a code, with the name that stands for each on the wire. */
  codeNames?: Readonly<Record<string, ReadonlyMap<unknown, string>>>;
  /** Why nothing of it is in the reader's file. */
  exclusionReason?: string;
}

/** The names that stand for the codes of some kinds on the wire. */
export function mapCodesToNames(
  kinds: Readonly<Record<string, { code: string }>>,
): ReadonlyMap<unknown, string> {
  return new Map(Object.entries(kinds).map(([name, { code }]) => [code, name]));
}

/** They go at once, so that the same person can sign up anew. */
export const identitiesPersonalData: PersonalDataTable = {
  table: identities,
  changedAt: identities.createdAt,
  deleteImmediately: true,
};
