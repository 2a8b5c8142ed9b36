import { OWN_PICTURES } from '#domain/attribution.ts';
import { photoKey, unsplashAt } from '#domain/images.ts';
import type { PictureChoice } from '#domain/studio/manuscript.ts';
import type { StoredImage } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidError } from '#server/platform/errors.ts';
import { findPhoto, type StoredPhoto } from './repository.ts';

export {
  deletePhoto,
  findPhoto,
  findStockPhoto,
  insertPhoto,
  listPhotos,
  lockPhoto,
  type StoredPhoto,
  setCrops,
} from './repository.ts';

type PhotoChoice = Extract<PictureChoice, { kind: 'photo' }>;

/** Where the services are that ask to be named with a link. */
const SERVICE_ADDRESSES: Readonly<Partial<Record<StoredPhoto['source'], string>>> = {
  unsplash: 'https://unsplash.com/?utm_source=octavo&utm_medium=referral',
  pexels: 'https://www.pexels.com',
};

/** Pixels a picture is wide at its address; others are made of that (`domain/images.ts`). */
const WIDTH = 960;

/**
 * The photograph that was chosen, which is not removed before the transaction ends. Throws {@link InvalidError} where
 * there is none, or it was never cut like that.
 */
export async function requirePhoto(
  transaction: Queries,
  { photoId, crop }: Pick<PhotoChoice, 'photoId' | 'crop'>,
): Promise<StoredPhoto> {
  const photo = await findPhoto(transaction, photoId, { isKept: true });
  if (!photo?.crops[crop - 1])
    throw new InvalidError(
      'The picture that was chosen is not there any more. Choose another one.',
    );
  return photo;
}

/** An article's picture when it is a photograph; `drawn` is what it has without one. */
export function photographed(
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
      service: service ?? OWN_PICTURES,
      ...(SERVICE_ADDRESSES[source] && { serviceUrl: SERVICE_ADDRESSES[source] }),
      ...(address !== null && { src: unsplashAt(address, WIDTH, focus) }),
    },
  };
}
