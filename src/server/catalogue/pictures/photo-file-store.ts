import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { PhotoDimensions, PhotoRejection, PreparedPhoto } from '#covers/photographs.ts';
import type { FocalPoint } from '#domain/images.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import type { FileStore, StreamedFile } from '#server/platform/files/store.ts';
import type { PictureRenderer } from './renderer.ts';
import { getOriginalPhotoFileKey, listPhotoFileKeys } from './renderings.ts';

/** Functions that check photographs, prepare them for storage, and store their files. */
export interface PhotoFileStore {
  /**
   * Prepares an uploaded photograph for storage. The result contains the whole photograph, and the center of its
   * initial crop: `focus` or, by default, the most salient point. If the photograph cannot be used, throws {@link
   * InvalidRequestError} with the reason.
   */
  preparePhotoForStorage(bytes: Uint8Array, focus?: FocalPoint): Promise<PreparedPhoto>;
  /**
   * Checks whether a photograph can be stored without changes. Returns its width and height, or the reason why it
   * cannot be stored.
   */
  checkPhoto(bytes: Uint8Array): Promise<PhotoDimensions | PhotoRejection>;
  storePhoto(photoId: string, photo: Pick<PreparedPhoto, 'bytes'>): Promise<void>;
  hasPhoto(photoId: string): Promise<boolean>;
  /** Returns the original file of a stored photograph, or `undefined` if it does not exist. */
  readPhoto(photoId: string): Promise<StreamedFile | undefined>;
  /**
   * Deletes the file of a photograph and the files of its crops. The caller must first delete the database row. Errors
   * from the file store are only logged, because unused files do no harm.
   */
  deletePhoto(photo: Pick<StoredPhoto, 'id' | 'crops'>): Promise<void>;
  /**
   * Crops a stored photograph around `focus`, and returns the average color of the area in which a title is shown. The
   * color has the form `#rrggbb`. Returns `undefined` if the photograph does not exist.
   */
  computeTitleAreaColor(photoId: string, focus: FocalPoint): Promise<string | undefined>;
}

const MAX_CONCURRENT_REMOVALS = 6;

export function createPhotoFileStore(
  files: FileStore,
  log: Pick<Logger, 'warn'>,
  renderer: Pick<
    PictureRenderer,
    'preparePhotoForStorage' | 'checkPhoto' | 'computeTitleAreaColor'
  >,
): PhotoFileStore {
  return {
    async preparePhotoForStorage(bytes, focus) {
      const prepared = await renderer.preparePhotoForStorage(bytes, focus);
      if ('refusal' in prepared) throw new InvalidRequestError(prepared.refusal);
      return prepared;
    },

    checkPhoto: (bytes) => renderer.checkPhoto(bytes),

    storePhoto: (photoId, { bytes }) =>
      files.write(getOriginalPhotoFileKey(photoId), bytes, 'image/jpeg'),

    hasPhoto: (photoId) => files.has(getOriginalPhotoFileKey(photoId)),

    readPhoto: (photoId) => files.read(getOriginalPhotoFileKey(photoId)),

    async deletePhoto(photo) {
      const limit = pLimit(MAX_CONCURRENT_REMOVALS);
      await limit
        .map(listPhotoFileKeys(photo), (file) => files.remove(file))
        .catch((error: unknown) => {
          limit.clearQueue();
          log.warn({ err: error, photo: photo.id }, 'Failed to delete every file of a photo');
        });
    },

    async computeTitleAreaColor(photoId, focus) {
      const bytes = await readPhotoBytes(files, photoId);
      return bytes && renderer.computeTitleAreaColor(bytes, focus);
    },
  };
}

/** Returns the bytes of a stored photograph, or `undefined` if it does not exist. */
export async function readPhotoBytes(
  files: FileStore,
  photoId: string,
): Promise<Uint8Array | undefined> {
  const file = await files.read(getOriginalPhotoFileKey(photoId));
  return file && buffer(file.body);
}
