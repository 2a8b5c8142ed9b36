import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { ContentFileError } from '#server/platform/text/file-error.ts';
import { readYamlFile } from '#server/platform/text/yaml.ts';
import { libraryEdition } from './schema.ts';

/** Name of the file that contains the edition number of a content library. */
export const EDITION_FILE_NAME = 'edition.yaml';

/**
 * Schema of the edition file of a content library. The edition number increases with each release, so the library with
 * the higher number is newer.
 */
const editionSchema = z.strictObject({
  edition: z.int().min(0),
  /**
   * Hash of the library's files. If this hash changes but the edition number does not, someone has changed the library
   * without increasing the number.
   */
  hash: z.string(),
});
export type LibraryEdition = z.infer<typeof editionSchema>;

/** Edition that is assumed for a content library without an edition file. No edition is older. */
const NO_EDITION: LibraryEdition = { edition: 0, hash: '' };

/** Reads the edition of a content library. Adds the errors in an invalid edition file to `errors`. */
export async function readEditionFile(
  folder: string,
  errors: ContentFileError[] = [],
): Promise<LibraryEdition> {
  return (await readYamlFile(folder, EDITION_FILE_NAME, editionSchema, errors)) ?? NO_EDITION;
}

/** Returns the content of an edition file as YAML. */
export function formatEditionFile(edition: LibraryEdition): string {
  return `# Written by npm run content:edition; the higher edition number is the newer one.\n${stringify(edition)}`;
}

/** Computes a hash of a whole content library from the hashes of its files. */
export function hashLibraryFiles(files: readonly { hash: string }[]): string {
  const hashes = files.map(({ hash }) => hash).sort();
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

/** Returns the edition number of the content library that was imported last. Returns 0 before the first import. */
export async function findImportedEdition(queries: Queries): Promise<number> {
  const [row] = await queries.select().from(libraryEdition);
  return row?.edition ?? NO_EDITION.edition;
}

/** Stores the edition number of the content library that is being imported. */
export async function saveImportedEdition(transaction: Queries, edition: number): Promise<void> {
  await transaction
    .insert(libraryEdition)
    .values({ id: 1, edition })
    .onConflictDoUpdate({
      target: libraryEdition.id,
      set: { edition, importedAt: sql`now()` },
      setWhere: sql`${libraryEdition.edition} <> ${edition}`,
    });
}
