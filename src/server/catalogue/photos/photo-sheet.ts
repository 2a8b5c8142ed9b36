import { z } from 'zod';
import { COVER_GROUND_IDS } from '#domain/cover-grounds.ts';
import { UNSPLASH_IMAGE_ORIGIN } from '#domain/images.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import {
  focalPointSchema,
  photographerUrlSchema,
  STOCK_PHOTO_SERVICES,
} from '#domain/studio/pictures.ts';
import type { StoredPhoto } from './repository.ts';

const attributionFields = {
  user: z.string().trim().min(1, 'Say who took the picture.'),
  userProfile: photographerUrlSchema,
  alt: z.string().max(200).default(''),
  width: z.int().min(1),
  height: z.int().min(1),
  crops: z
    .array(z.strictObject({ ...focalPointSchema.shape, ground: z.enum(COVER_GROUND_IDS) }))
    .min(1)
    .max(PHOTO_LIMITS.crops),
};
/** The photograph's ID at the stock photo service. */
const sourceId = z.string().min(1).max(40).optional();
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of the file, in hexadecimal digits');

/**
 * Schema of a photo sheet, which is a YAML file with the metadata of a photograph in the content library
 * (`content/README.md`, "Photographs").
 */
export const photoSheetSchema = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('upload'),
    ...attributionFields,
    /**
     * Name of the photo service that offers the photograph. Absent if the person who uploaded it is the photographer.
     */
    service: z.string().trim().min(1).max(60).optional(),
    hash,
  }),
  z.strictObject({ source: z.literal('pexels'), sourceId, ...attributionFields, hash }),
  z.strictObject({
    source: z.literal('unsplash'),
    sourceId,
    ...attributionFields,
    // Only images from Unsplash can be linked, because the pages' content security policy allows no other image host.
    address: z
      .url()
      .startsWith(`${UNSPLASH_IMAGE_ORIGIN}/`, `the URL must start with ${UNSPLASH_IMAGE_ORIGIN}/`),
  }),
]);
export type PhotoSheet = z.output<typeof photoSheetSchema>;

/**
 * The columns of a stored photograph that a photo sheet also contains: all except those that record who stored the
 * photograph and when.
 */
export type PhotoFields = Omit<StoredPhoto, 'createdById' | 'createdByName' | 'createdAt'>;

/** Converts a photo sheet to the columns of a stored photograph. */
export function toPhotoFields(id: string, sheet: PhotoSheet): PhotoFields {
  const { source, user, userProfile, alt, width, height, crops } = sheet;
  return {
    ...{ id, source, user, userProfile, alt, width, height, crops },
    sourceId: source === 'upload' ? null : (sheet.sourceId ?? null),
    service: source === 'upload' ? (sheet.service ?? null) : STOCK_PHOTO_SERVICES[source].label,
    address: source === 'unsplash' ? sheet.address : null,
    hash: source === 'unsplash' ? null : sheet.hash,
  };
}

/** Converts a stored photograph to a photo sheet, which is the file format of the content library. */
export function toPhotoSheet(photo: StoredPhoto): PhotoSheet {
  const { source, service, user, userProfile, alt, width, height, crops } = photo;
  const idField = photo.sourceId === null ? {} : { sourceId: photo.sourceId };
  const attribution = {
    ...{ user, userProfile, alt, width, height },
    crops: crops.map(({ x, y, ground }) => ({ x, y, ground })),
  };
  if (source === 'unsplash') return { source, ...idField, ...attribution, address: photo.address! };
  if (source === 'pexels') return { source, ...idField, ...attribution, hash: photo.hash! };
  return { source, ...attribution, ...(service !== null && { service }), hash: photo.hash! };
}

/**
 * Returns the reason why `photo` cannot replace the stored photograph with the same ID, or `undefined` if it can. The
 * two must have the same image. Any crop number that both of them have must refer to the same crop, because clients
 * permanently cache renderings under URLs that contain the photo ID and the crop number.
 */
export function describePhotoConflict(stored: PhotoFields, photo: PhotoFields): string | undefined {
  if (stored.hash !== photo.hash || stored.address !== photo.address)
    return 'another picture has its id here';
  const index = stored.crops.findIndex(({ x, y, ground }, index) => {
    const crop = photo.crops[index];
    return crop && (crop.x !== x || crop.y !== y || crop.ground !== ground);
  });
  return index < 0 ? undefined : `its crop ${index + 1} is another one here`;
}
