import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { type Fault, FaultError } from '#server/platform/text/fault.ts';
import { readYaml } from '#server/platform/text/yaml.ts';
import { libraryEdition } from './schema.ts';

/** Where a library says which edition it is. */
export const EDITION_FILE = 'edition.yaml';

/** Raised with every change that ships: of two editions, the one with the higher number is the newer. */
const editionSchema = z.strictObject({
  edition: z.int().min(0),
  /** Of the files that make this edition, so that a change cannot ship under the old number. */
  hash: z.string(),
});
export type Edition = z.infer<typeof editionSchema>;

/** A library that does not say which edition it is comes before all that do. */
const NO_EDITION: Edition = { edition: 0, hash: '' };

/** The edition a library's folder says it is; what is wrong with its file is added to `faults`. */
export async function readEdition(folder: string, faults: Fault[] = []): Promise<Edition> {
  try {
    const text = await readFile(path.join(folder, EDITION_FILE), 'utf8');
    return readYaml(text, editionSchema, 1);
  } catch (error) {
    if (error instanceof FaultError)
      faults.push(...error.faults.map((fault) => ({ ...fault, file: EDITION_FILE })));
    else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return NO_EDITION;
  }
}

/** What the file of an edition says. */
export function formatEditionFile(edition: Edition): string {
  return `# Written by npm run content:edition; the higher edition number is the newer one.\n${stringify(edition)}`;
}

/** What the files of a library come to: another hash is another edition. */
export function hashLibraryFiles(files: readonly { hash: string }[]): string {
  const hashes = files.map(({ hash }) => hash).sort();
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

/** The edition that was imported last; 0 before the first. */
export async function findImportedEdition(queries: Queries): Promise<number> {
  const [row] = await queries.select().from(libraryEdition);
  return row?.edition ?? NO_EDITION.edition;
}

/** Keeps in mind which edition is on the shelves. */
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
