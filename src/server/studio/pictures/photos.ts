import { hash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { formatAttributionHtml } from '#domain/attribution.ts';
import { findNearestCoverGroundId } from '#domain/cover-grounds.ts';
import { type FocalPoint, formatPicturePath } from '#domain/images.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import {
  type Photo,
  type PhotoUploadDetails,
  STOCK_PHOTO_SERVICES,
} from '#domain/studio/pictures.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { isPhotoUsedByAnyArticle } from '#server/catalogue/articles/covers.ts';
import {
  deletePhoto,
  findPhoto,
  findPhotoBySourceId,
  insertPhoto,
  lockPhoto,
  type StoredPhoto,
  updatePhotoCrops,
} from '#server/catalogue/photos/repository.ts';
import { addPhotoToArticleImage } from '#server/catalogue/photos/service.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { isPhotoUsedInManuscript } from '#server/studio/manuscripts/repository.ts';
import type { ChosenStockPhoto, StockPhotoClient } from './stock/stock-photo-client.ts';

/** The database handle and the picture service that all photograph functions use. */
export interface PhotoServices {
  queries: Queries;
  pictures: PictureService;
}

/** Stores an uploaded picture. Throws `InvalidRequestError` with the reason if the picture cannot be used. */
export async function storeUploadedPhoto(
  { queries, pictures }: PhotoServices,
  member: StudioMember,
  file: Uint8Array,
  { user, userProfile, service, alt }: PhotoUploadDetails,
): Promise<StoredPhoto> {
  const stored = await storePhotoFiles(pictures, file);
  const store = async (transaction: Queries) => {
    const photo = await insertPhoto(transaction, {
      ...stored,
      ...toCreatorColumns(member),
      source: 'upload',
      user,
      userProfile,
      service: service || null,
      alt,
    });
    if (!photo) throw new Error(`There is a photograph ${stored.id} already.`);
    await recordAuditEvent(transaction, member, {
      action: 'picture.upload',
      id: photo.id,
      name: alt,
      after: {
        user,
        userProfile,
        service: service || null,
        width: photo.width,
        height: photo.height,
      },
    });
    return photo;
  };
  return storeOrDiscard({ queries, pictures }, stored, store);
}

/**
 * Adds a picture from a stock photo service as a photograph, with its credit. Stores the picture's files if the service
 * allows it. Otherwise, readers load the picture from the service. Returns the existing photograph if the picture was
 * added before. Throws the same errors as {@link fetchStockPhotoJson}.
 */
export async function importStockPhoto(
  { queries, pictures }: PhotoServices,
  member: StudioMember,
  service: StockPhotoClient,
  id: string,
): Promise<StoredPhoto> {
  const picture = await service.fetchChosenPicture(id);
  const existing = await findPhotoBySourceId(queries, service.id, picture.sourceId);
  if (existing) return existing;
  const { sourceId, user, userProfile, alt } = picture;
  const stored = picture.download
    ? await storePhotoFiles(pictures, await picture.download())
    : createHotlinkedPhoto(picture);
  const store = async (transaction: Queries) => {
    const photo = await insertPhoto(transaction, {
      ...stored,
      ...toCreatorColumns(member),
      source: service.id,
      sourceId,
      user,
      userProfile,
      service: STOCK_PHOTO_SERVICES[service.id].label,
      alt,
    });
    // If another editor added the same picture at the same time, no row was inserted. In that case, the other editor's
    // photograph is returned.
    if (!photo) return (await findPhotoBySourceId(transaction, service.id, sourceId))!;
    await recordAuditEvent(transaction, member, {
      action: 'picture.take',
      id: photo.id,
      name: alt || `A picture by ${user}`,
      after: { service: service.id, id: sourceId, user },
    });
    return photo;
  };
  return storeOrDiscard({ queries, pictures }, stored, store);
}

/** Creates a crop of a photograph around a new focal point. Published articles keep their current crop. */
export async function addPhotoCrop(
  { queries, pictures }: PhotoServices,
  member: StudioMember,
  id: string,
  { x, y }: FocalPoint,
): Promise<StoredPhoto> {
  const focus = { x: roundCoordinate(x), y: roundCoordinate(y) };
  // The color of the cropped picture takes a while to compute, so it is computed before the row is locked.
  const color = await pictures.computeTitleAreaColor(id, focus);
  return queries.transaction(async (transaction) => {
    const photo = await lockPhoto(transaction, id);
    if (!photo) throw new NotFoundError(PHOTO_NOT_FOUND_MESSAGE);
    const newest = photo.crops.at(-1)!;
    if (newest.x === focus.x && newest.y === focus.y) return photo;
    if (photo.crops.length >= PHOTO_LIMITS.crops)
      throw new ConflictError('This picture has too many crops. Upload it again.');
    const ground = color ? findNearestCoverGroundId(color) : newest.ground;
    const crops = [...photo.crops, { ...focus, ground }];
    await updatePhotoCrops(transaction, id, crops);
    await recordAuditEvent(transaction, member, {
      action: 'picture.crop',
      id,
      name: photo.alt || `A picture by ${photo.user}`,
      before: { x: newest.x, y: newest.y },
      after: focus,
    });
    return { ...photo, crops };
  });
}

/**
 * Deletes a photograph with its files. Throws {@link ConflictError} if an article or a stored manuscript version uses
 * it.
 */
export async function removePhoto(
  { queries, pictures }: PhotoServices,
  member: StudioMember,
  id: string,
): Promise<void> {
  const removed = await queries.transaction(async (transaction) => {
    const photo = await lockPhoto(transaction, id);
    if (!photo) throw new NotFoundError(PHOTO_NOT_FOUND_MESSAGE);
    if (
      (await isPhotoUsedByAnyArticle(transaction, id)) ||
      (await isPhotoUsedInManuscript(transaction, id))
    )
      throw new ConflictError('An article uses this picture, or did. It can’t be deleted.');
    await deletePhoto(transaction, id);
    const { user, source, alt } = photo;
    await recordAuditEvent(transaction, member, {
      action: 'picture.remove',
      id,
      name: alt || `A picture by ${user}`,
      before: { user, source },
    });
    return photo;
  });
  await pictures.deletePhoto(removed);
}

/** Converts a photograph for display to editors. */
export function toPhotoForEditors(photo: StoredPhoto): Photo {
  const { id, source, width, height, user, userProfile, service, address } = photo;
  const crop = photo.crops.length;
  const placeholder = { cover: '', variant: 0, alt: '', ground: '' };
  const {
    cover,
    alt,
    ground,
    photo: displayed,
  } = addPhotoToArticleImage(placeholder, photo, { crop });
  return {
    ...{ id, source, width, height, user, userProfile, service },
    crops: photo.crops.map(({ x, y }) => ({ x, y })),
    image: {
      src: displayed!.src ?? formatPicturePath('covers', cover, 960, 'jpg'),
      alt,
      attributionHtml: formatAttributionHtml(displayed!),
      ground,
    },
    whole: address === null ? `/api/v1/studio/photos/${id}/whole` : getUncroppedUrl(address),
    createdByName: photo.createdByName,
    createdAt: photo.createdAt.toISOString(),
  };
}

export const PHOTO_NOT_FOUND_MESSAGE = 'There is no such picture.';

/**
 * Prepares a picture and stores its files. Must be called before the photograph's row is inserted, so that no row
 * refers to missing files.
 */
async function storePhotoFiles(pictures: PictureService, file: Uint8Array) {
  const prepared = await pictures.preparePhotoForStorage(file);
  const id = newId();
  await pictures.storePhoto(id, prepared);
  const { bytes, width, height, focus, color } = prepared;
  return {
    ...{ id, width, height },
    crops: [{ ...focus, ground: findNearestCoverGroundId(color) }],
    hash: hash('sha256', bytes),
  };
}

/**
 * Inserts the row for a photograph whose files are already stored. Deletes the files if the row does not exist
 * afterward. Keeps them if the database is unavailable, because it is then unknown whether the row exists. Unused files
 * only take up space, whereas a row without files would be a broken picture.
 */
async function storeOrDiscard(
  { queries, pictures }: PhotoServices,
  stored: Pick<StoredPhoto, 'id' | 'crops'>,
  store: (transaction: Queries) => Promise<StoredPhoto>,
): Promise<StoredPhoto> {
  try {
    return await queries.transaction(store);
  } finally {
    const isStored = await findPhoto(queries, stored.id).catch(() => true);
    if (!isStored) await pictures.deletePhoto(stored);
  }
}

function createHotlinkedPhoto({ width, height, color, address }: ChosenStockPhoto) {
  const crops = [{ x: 0.5, y: 0.5, ground: findNearestCoverGroundId(color) }];
  return { id: newId(), width, height, crops, address: address! };
}

/**
 * Returns the URL of the uncropped picture on the stock photo service's server. The picture at this URL is 1200 pixels
 * wide.
 */
function getUncroppedUrl(address: string): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries({ w: '1200', q: '75', auto: 'format' }))
    url.searchParams.set(name, value);
  return url.href;
}

function toCreatorColumns({ id, name }: StudioMember) {
  return { createdById: id, createdByName: name };
}

/** Rounds a coordinate to three decimals. Finer differences between two crops are not visible. */
function roundCoordinate(coordinate: number): number {
  return Math.round(coordinate * 1000) / 1000;
}
