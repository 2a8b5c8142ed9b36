import { isDeepStrictEqual } from 'node:util';
import { NIL } from 'uuid';
import { OWN_PICTURE_SERVICE } from '#domain/attribution.ts';
import { photoKey, unsplashUrl } from '#domain/images.ts';
import type { PictureChoice } from '#domain/studio/manuscript.ts';
import type { StoredImage } from '#server/catalogue/articles/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidError } from '#server/platform/errors.ts';
import type { PhotoFields } from './photo-sheet.ts';
import { findPhoto, insertPhoto, lockPhoto, type StoredPhoto, updatePhoto } from './repository.ts';

type PhotoChoice = Extract<PictureChoice, { kind: 'photo' }>;

/** Where the services are that ask to be named with a link. */
const SERVICE_URLS: Readonly<Partial<Record<StoredPhoto['source'], string>>> = {
  unsplash: 'https://unsplash.com/?utm_source=octavo&utm_medium=referral',
  pexels: 'https://www.pexels.com',
};

/** Pixels a picture is wide at its address; others are made of that (`domain/images.ts`). */
const WIDTH = 960;

/**
 * The photograph that was chosen, which is not removed before the transaction ends. Throws {@link InvalidError} where
 * there is none, or it was never cut like that.
 */
export async function requirePhotoCrop(
  transaction: Queries,
  { photoId, crop }: Pick<PhotoChoice, 'photoId' | 'crop'>,
): Promise<StoredPhoto> {
  const photo = await findPhoto(transaction, photoId, { isKept: true });
  if (!photo?.crops[crop - 1])
    throw new InvalidError('The picture you chose is no longer available. Choose another one.');
  return photo;
}

/** Who put in what came with the library. */
const LIBRARY_CREATOR = { createdById: NIL, createdByName: 'the library' } as const;

/**
 * Has a photograph of the library stored, which agrees with the one that may be there ({@link describePhotoConflict}): what is
 * said of that is as the library says it from then on, and crops are added to its own. To be called within a transaction.
 */
export async function upsertLibraryPhoto(
  transaction: Queries,
  photo: PhotoFields,
): Promise<StoredPhoto> {
  const before = await lockPhoto(transaction, photo.id);
  if (!before) return insertForLibrary(transaction, photo);
  const { user, userProfile, service, alt } = photo;
  const crops = [...before.crops, ...photo.crops.slice(before.crops.length)];
  const after = { ...before, user, userProfile, service, alt, crops };
  if (!isDeepStrictEqual(after, before))
    await updatePhoto(transaction, photo.id, { user, userProfile, service, alt, crops });
  return after;
}

/** An editor may have taken the same picture of its service, by another id: it is here twice then. */
async function insertForLibrary(transaction: Queries, photo: PhotoFields): Promise<StoredPhoto> {
  const row = { ...photo, ...LIBRARY_CREATOR };
  return (
    (await insertPhoto(transaction, row)) ??
    (await insertPhoto(transaction, { ...row, sourceId: null }))!
  );
}

/** An article's picture when it is a photograph; `drawn` is what it has without one. */
export function toPhotoImage(
  drawn: StoredImage,
  photo: StoredPhoto,
  { crop }: Pick<PhotoChoice, 'crop'>,
): StoredImage {
  const { ground, ...focus } = photo.crops[crop - 1]!;
  const { id, user, userProfile, service, source, address, alt } = photo;
  return {
    ...drawn,
    // What Octavo does not keep, nothing of ours has a picture of: the drawing stays where one is needed.
    cover: address === null ? photoKey({ photoId: id, crop }) : drawn.cover,
    alt: drawn.alt || alt,
    ground,
    photo: {
      id,
      crop,
      user,
      userProfile,
      service: service ?? OWN_PICTURE_SERVICE,
      ...(SERVICE_URLS[source] && { serviceUrl: SERVICE_URLS[source] }),
      ...(address !== null && { src: unsplashUrl(address, WIDTH, focus) }),
    },
  };
}
