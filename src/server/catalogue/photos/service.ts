import { isDeepStrictEqual } from 'node:util';
import { NIL } from 'uuid';
import { EDITOR_PICTURE_SERVICE_NAME } from '#domain/attribution.ts';
import { createUnsplashCoverUrl, formatPhotoCropKey } from '#domain/images.ts';
import type { PictureChoice } from '#domain/studio/manuscript.ts';
import type { StoredArticleImage } from '#server/catalogue/articles/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import type { PhotoFields } from './photo-sheet.ts';
import { findPhoto, insertPhoto, lockPhoto, type StoredPhoto, updatePhoto } from './repository.ts';

type PhotoChoice = Extract<PictureChoice, { kind: 'photo' }>;

/** The URLs of photo services that require a link next to the photographer's name. */
const SERVICE_URLS: Readonly<Partial<Record<StoredPhoto['source'], string>>> = {
  unsplash: 'https://unsplash.com/?utm_source=octavo&utm_medium=referral',
  pexels: 'https://www.pexels.com',
};

/**
 * Width in pixels of the image at the URL `photo.src` of a {@link StoredArticleImage}. The URLs of other widths are
 * computed from this URL (`domain/images.ts`).
 */
const SRC_WIDTH = 960;

/**
 * Returns a photograph after checking that it has the given crop. Prevents the deletion of the photograph until the
 * transaction ends. Throws {@link InvalidRequestError} if the photograph or the crop does not exist.
 */
export async function requirePhotoThatHasCrop(
  transaction: Queries,
  { photoId, crop }: Pick<PhotoChoice, 'photoId' | 'crop'>,
): Promise<StoredPhoto> {
  const photo = await findPhoto(transaction, photoId, { isLocked: true });
  if (!photo?.crops[crop - 1])
    throw new InvalidRequestError(
      'The picture you chose is no longer available. Choose another one.',
    );
  return photo;
}

/** The creator that is stored for photographs from the content library, because no editor has added them. */
const LIBRARY_CREATOR = { createdById: NIL, createdByName: 'the library' } as const;

/**
 * Stores a photograph from the content library within the caller's transaction. If the photograph exists, replaces its
 * metadata and adds new crops. Stored crops are kept, even if `photo` lacks them. The caller must have checked that
 * `photo` does not contradict the stored photograph ({@link describePhotoConflict}).
 */
export async function upsertLibraryPhoto(
  transaction: Queries,
  photo: PhotoFields,
): Promise<StoredPhoto> {
  const storedPhoto = await lockPhoto(transaction, photo.id);
  if (!storedPhoto) return insertForLibrary(transaction, photo);
  const { user, userProfile, service, alt } = photo;
  const crops = [...storedPhoto.crops, ...photo.crops.slice(storedPhoto.crops.length)];
  const updatedPhoto = { ...storedPhoto, user, userProfile, service, alt, crops };
  if (!isDeepStrictEqual(updatedPhoto, storedPhoto))
    await updatePhoto(transaction, photo.id, { user, userProfile, service, alt, crops });
  return updatedPhoto;
}

/**
 * Inserts a photograph from the content library. If an editor has already imported the same photograph under another
 * ID, stores it a second time, without its source ID, because source IDs are unique.
 */
async function insertForLibrary(transaction: Queries, photo: PhotoFields): Promise<StoredPhoto> {
  const row = { ...photo, ...LIBRARY_CREATOR };
  return (
    (await insertPhoto(transaction, row)) ??
    (await insertPhoto(transaction, { ...row, sourceId: null }))!
  );
}

/**
 * Returns the image data of an article that shows a photograph. `drawing` is the image data that the article would have
 * without the photograph.
 */
export function addPhotoToArticleImage(
  drawing: StoredArticleImage,
  photo: StoredPhoto,
  { crop }: Pick<PhotoChoice, 'crop'>,
): StoredArticleImage {
  const { ground, ...focus } = photo.crops[crop - 1]!;
  const { id, user, userProfile, service, source, address, alt } = photo;
  return {
    ...drawing,
    // If a photo service hosts the image, Octavo has no renderings of it, so the article keeps the cover key of its
    // drawing.
    cover: address === null ? formatPhotoCropKey({ photoId: id, crop }) : drawing.cover,
    alt: drawing.alt || alt,
    ground,
    photo: {
      id,
      crop,
      user,
      userProfile,
      service: service ?? EDITOR_PICTURE_SERVICE_NAME,
      ...(SERVICE_URLS[source] && { serviceUrl: SERVICE_URLS[source] }),
      ...(address !== null && { src: createUnsplashCoverUrl(address, SRC_WIDTH, focus) }),
    },
  };
}
