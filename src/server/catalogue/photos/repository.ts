import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { StockServiceId } from '#domain/studio/pictures.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { photos, type StoredCrop } from './schema.ts';

export type StoredPhoto = typeof photos.$inferSelect;

/** Keeps a photograph; `undefined` where it was taken from its service before. */
export async function insertPhoto(
  transaction: Queries,
  photo: typeof photos.$inferInsert,
): Promise<StoredPhoto | undefined> {
  const [row] = await transaction.insert(photos).values(photo).onConflictDoNothing().returning();
  return row;
}

/** A photograph; `isKept`: it is not removed before the transaction ends. */
export async function findPhoto(
  queries: Queries,
  id: string,
  { isKept: isLocked = false } = {},
): Promise<StoredPhoto | undefined> {
  const found = queries.select().from(photos).where(eq(photos.id, id));
  const [row] = await (isLocked ? found.for('key share') : found);
  return row;
}

/** The photographs there are of some ids. */
export async function findPhotos(queries: Queries, ids: readonly string[]): Promise<StoredPhoto[]> {
  if (!ids.length) return [];
  return queries
    .select()
    .from(photos)
    .where(inArray(photos.id, [...ids]));
}

/** A photograph that was taken from a stock service before. */
export async function findStockPhoto(
  queries: Queries,
  service: StockServiceId,
  sourceId: string,
): Promise<StoredPhoto | undefined> {
  const [row] = await queries
    .select()
    .from(photos)
    .where(and(eq(photos.source, service), eq(photos.sourceId, sourceId)));
  return row;
}

/** A page of all photographs, newest first, after one of them. */
export async function listPhotos(
  queries: Queries,
  limit: number,
  after?: string,
): Promise<StoredPhoto[]> {
  return queries
    .select()
    .from(photos)
    .where(after ? lt(photos.id, sql`${after}::uuid`) : undefined)
    .orderBy(desc(photos.id))
    .limit(limit);
}

/** A photograph, locked until the transaction ends. */
export async function lockPhoto(
  transaction: Queries,
  id: string,
): Promise<StoredPhoto | undefined> {
  const [row] = await transaction.select().from(photos).where(eq(photos.id, id)).for('update');
  return row;
}

/** Replaces the crops of a photograph that is locked. */
export async function updatePhotoCrops(
  transaction: Queries,
  id: string,
  crops: StoredCrop[],
): Promise<void> {
  await updatePhoto(transaction, id, { crops });
}

/** Changes what is said of a photograph that is locked: nothing of what it shows. */
export async function updatePhoto(
  transaction: Queries,
  id: string,
  changes: Partial<Pick<StoredPhoto, 'user' | 'userProfile' | 'service' | 'alt' | 'crops'>>,
): Promise<void> {
  await transaction.update(photos).set(changes).where(eq(photos.id, id));
}

export async function deletePhoto(transaction: Queries, id: string): Promise<void> {
  await transaction.delete(photos).where(eq(photos.id, id));
}
