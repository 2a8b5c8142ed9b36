import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { ContentFileError } from '#server/platform/text/file-error.ts';
import { readYamlFile } from '#server/platform/text/yaml.ts';
import { libraryEdition } from './schema.ts';

/** Name of the file that contains a library's edition number. */
export const EDITION_FILE_NAME = 'edition.yaml';

/**
 * Schema of the edition file. Each release increments the edition number, so the library with the higher number is
 * newer.
 */
const editionSchema = z.strictObject({
  edition: z.int().min(0),
  /**
   * Hash of the library's files. A different hash with the same edition number means that the library was changed
   * without a new edition.
   */
  hash: z.string(),
});
export type LibraryEdition = z.infer<typeof editionSchema>;

/** The edition of a library without an edition file. It is older than all other editions. */
const NO_EDITION: LibraryEdition = { edition: 0, hash: '' };

/** Reads the edition of a library. Appends the errors of an invalid edition file to `errors`. */
export async function readEditionFile(
  folder: string,
  errors: ContentFileError[] = [],
): Promise<LibraryEdition> {
  return (await readYamlFile(folder, EDITION_FILE_NAME, editionSchema, errors)) ?? NO_EDITION;
}

/** Formats an edition as the YAML content of an edition file. */
export function formatEditionFile(edition: LibraryEdition): string {
  return `# Written by npm run content:edition; the higher edition number is the newer one.\n${stringify(edition)}`;
}

/** Computes the hash of a library's files. */
export function hashLibraryFiles(files: readonly { hash: string }[]): string {
  const hashes = files.map(({ hash }) => hash).sort();
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

/** Returns the number of the most recently imported edition, or 0 before the first import. */
export async function findImportedEdition(queries: Queries): Promise<number> {
  const [row] = await queries.select().from(libraryEdition);
  return row?.edition ?? NO_EDITION.edition;
}

/** Stores the number of the imported edition. */
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
