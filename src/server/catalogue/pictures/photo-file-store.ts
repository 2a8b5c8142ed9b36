import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { PhotoRejection, PhotoSize, PreparedPhoto } from '#covers/photographs.ts';
import type { FocalPoint } from '#domain/images.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import type { FileStore, OpenFile } from '#server/platform/files/store.ts';
import type { PictureRenderer } from './renderer.ts';
import { listPhotoFileKeys, originalPhotoFileKey } from './renderings.ts';

/** Checks and prepares photographs, and stores their files. */
export interface PhotoFileStore {
  /**
   * Prepares an uploaded photograph for storage, cropped around `focus` or, by default, around its most salient part.
   * Throws {@link InvalidRequestError} with the reason if the photograph is rejected.
   */
  preparePhotoForStorage(bytes: Uint8Array, focus?: FocalPoint): Promise<PreparedPhoto>;
  /**
   * Checks whether a photograph can be stored unchanged. Returns its width and height, or the reason it is rejected.
   */
  checkPhoto(bytes: Uint8Array): Promise<PhotoSize | PhotoRejection>;
  storePhoto(photoId: string, photo: Pick<PreparedPhoto, 'bytes'>): Promise<void>;
  hasPhoto(photoId: string): Promise<boolean>;
  /** Returns a stored photograph, or `undefined` if it does not exist. */
  readPhoto(photoId: string): Promise<OpenFile | undefined>;
  /**
   * Deletes the files of a photograph and of its crops. The caller deletes the photograph's row first. An error of the
   * file store is logged instead of thrown, since unused files do no harm.
   */
  deletePhoto(photo: Pick<StoredPhoto, 'id' | 'crops'>): Promise<void>;
  /**
   * Returns the average color, as `#rrggbb`, of the area behind the title in a stored photograph that is cropped around
   * `focus`. Returns `undefined` if the photograph does not exist.
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
      files.write(originalPhotoFileKey(photoId), bytes, 'image/jpeg'),

    hasPhoto: (photoId) => files.has(originalPhotoFileKey(photoId)),

    readPhoto: (photoId) => files.read(originalPhotoFileKey(photoId)),

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

/** Returns the content of a stored photograph, or `undefined` if it does not exist. */
export async function readPhotoBytes(
  files: FileStore,
  photoId: string,
): Promise<Uint8Array | undefined> {
  const file = await files.read(originalPhotoFileKey(photoId));
  return file && buffer(file.body);
}
