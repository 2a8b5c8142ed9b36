import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { StockPhotoServiceId } from '#domain/studio/pictures.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { photos, type StoredCrop } from './schema.ts';

export type StoredPhoto = typeof photos.$inferSelect;

/**
 * Inserts a photograph. Inserts nothing and returns `undefined` if the photograph was already imported from its stock
 * photo service.
 */
export async function insertPhoto(
  transaction: Queries,
  photo: typeof photos.$inferInsert,
): Promise<StoredPhoto | undefined> {
  const [row] = await transaction.insert(photos).values(photo).onConflictDoNothing().returning();
  return row;
}

/** Finds a photograph by its ID. If `isLocked` is true, prevents its deletion until the transaction ends. */
export async function findPhoto(
  queries: Queries,
  id: string,
  { isLocked = false } = {},
): Promise<StoredPhoto | undefined> {
  const query = queries.select().from(photos).where(eq(photos.id, id));
  const [row] = await (isLocked ? query.for('key share') : query);
  return row;
}

/** Returns the photographs with the given IDs. Skips unknown IDs. */
export async function findPhotos(queries: Queries, ids: readonly string[]): Promise<StoredPhoto[]> {
  if (!ids.length) return [];
  return queries
    .select()
    .from(photos)
    .where(inArray(photos.id, [...ids]));
}

/** Finds a stored photograph by its ID at a stock photo service. */
export async function findPhotoBySourceId(
  queries: Queries,
  service: StockPhotoServiceId,
  sourceId: string,
): Promise<StoredPhoto | undefined> {
  const [row] = await queries
    .select()
    .from(photos)
    .where(and(eq(photos.source, service), eq(photos.sourceId, sourceId)));
  return row;
}

/** Lists up to `limit` photographs, newest first. If `after` is given, starts after the photograph with this ID. */
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

/** Finds a photograph and locks it until the transaction ends. */
export async function lockPhoto(
  transaction: Queries,
  id: string,
): Promise<StoredPhoto | undefined> {
  const [row] = await transaction.select().from(photos).where(eq(photos.id, id)).for('update');
  return row;
}

/** Replaces the crops of a photograph. The caller must have locked the photograph. */
export async function updatePhotoCrops(
  transaction: Queries,
  id: string,
  crops: StoredCrop[],
): Promise<void> {
  await updatePhoto(transaction, id, { crops });
}

/** Updates the metadata of a photograph. The image itself never changes. The caller must have locked the photograph. */
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
