import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { drawAvatar } from '#covers/avatar.ts';
import { drawCover } from '#covers/cover.ts';
import type { PhotoRejection, PhotoSize, PreparedPhoto } from '#covers/photographs.ts';
import {
  type FocalPoint,
  type ImageFormat,
  type PhotoCrop,
  parsePhotoKey,
} from '#domain/images.ts';
import { findCoverParameters } from '#server/catalogue/articles/covers.ts';
import { findPortraitCategory } from '#server/catalogue/authors/portraits.ts';
import { findPhoto, type StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import { openBytesAsFile } from '#server/platform/files/open-bytes-as-file.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { FileStore, OpenFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { isCompletePicture } from './picture-integrity.ts';
import { PictureRenderer } from './renderer.ts';
import {
  listPhotoFileKeys,
  listPicturesOnPages,
  type PictureRequest,
  photoFileKey,
  pictureFileKey,
} from './renderings.ts';

/** Renders drawings and photographs on their first request, and stores the renderings. */
export interface PictureService {
  /**
   * Returns a picture or a byte range of the picture. Returns `undefined` if no article or author has this picture.
   * Throws the errors of {@link FileStore}.
   */
  read(request: PictureRequest, range?: ByteRange): Promise<OpenFile | undefined>;
  /**
   * Renders all missing pictures one by one, and calls `onProgress` after each picture. Only one process renders at a
   * time. The other processes wait, and render only the pictures that are still missing from their own file store.
   */
  renderMissing(onProgress: (done: number, of: number) => void, stop: AbortSignal): Promise<void>;
  /** Renders a drawing (SVG) as WebP without storing the rendering. */
  renderPreview(svg: string, width: number): Promise<Uint8Array>;
  /**
   * Prepares an uploaded photograph for storage, cropped around `focus` or, by default, around its most salient part.
   * Throws {@link InvalidRequestError} with the reason if the photograph is rejected.
   */
  preparePhotoForStorage(bytes: Uint8Array, focus?: FocalPoint): Promise<PreparedPhoto>;
  /** Returns the size of a photograph that can be stored unchanged, or the reason the photograph is rejected. */
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
  /** Returns the color of the lower edge of a stored photograph, cropped around `focus`, as `#rrggbb`. */
  findPhotoColor(photoId: string, focus: FocalPoint): Promise<string | undefined>;
}

const CODECS = { avif: 'avif', webp: 'webp', jpg: 'jpeg' } as const;
const MAX_CONCURRENT_REMOVALS = 6;
const MEDIA_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export function pictureMediaType(format: ImageFormat): string {
  return MEDIA_TYPES[format];
}

export function createPictureService(
  database: Database,
  files: FileStore,
  log: Pick<Logger, 'warn'>,
  renderer: Pick<
    PictureRenderer,
    'render' | 'preparePhotoForStorage' | 'checkPhoto' | 'findFootColor'
  > = new PictureRenderer(),
): PictureService {
  const { queries } = database;
  const renderings = new SingleFlight<Uint8Array | undefined>();

  /**
   * Reads a stored rendering. A damaged file counts as missing and is rendered again, since clients cache pictures
   * forever.
   */
  const readStored = async (request: PictureRequest) => {
    const stored = await files.read(pictureFileKey(request));
    const bytes = stored && (await buffer(stored.body));
    if (!bytes || isCompletePicture(bytes, request.format)) return bytes;
    log.warn({ file: pictureFileKey(request) }, 'An image file is damaged and will be redrawn');
    return undefined;
  };

  const readOriginal = async (photoId: string) => {
    const stored = await files.read(photoFileKey(photoId));
    return stored && buffer(stored.body);
  };

  /** Returns a stored photograph with the focus of one of its crops. */
  const readCrop = async ({ photoId, crop }: PhotoCrop) => {
    const focus = (await findPhoto(queries, photoId))?.crops[crop - 1];
    return focus && { source: await readOriginal(photoId), focus };
  };

  const render = async (request: PictureRequest) => {
    const { kind, key, width, format } = request;
    const photo = kind === 'covers' ? parsePhotoKey(key) : undefined;
    const picture = photo ? await readCrop(photo) : { source: await draw(queries, request) };
    if (picture?.source === undefined) return undefined;
    const { source, ...cut } = picture;
    const bytes = await renderer.render(source, { width, format: CODECS[format], ...cut });
    // The client gets the picture even if storing it fails.
    await files
      .write(pictureFileKey(request), bytes, pictureMediaType(format))
      .catch((error: unknown) => log.warn({ err: error }, 'Failed to store an image'));
    return bytes;
  };

  const renderOnce = (request: PictureRequest) =>
    renderings.run(pictureFileKey(request), () => render(request));

  const renderAll = async (
    onProgress: (done: number, of: number) => void,
    stop: AbortSignal,
  ): Promise<void> => {
    const requests = await listPicturesOnPages(queries);
    let done = 0;
    for (const request of requests) {
      if (stop.aborted) return;
      if (!(await files.has(pictureFileKey(request)))) await renderOnce(request);
      onProgress(++done, requests.length);
    }
  };

  return {
    async read(request, range) {
      const bytes = (await readStored(request)) ?? (await renderOnce(request));
      return bytes && openBytesAsFile(bytes, range);
    },

    async renderMissing(onProgress, stop) {
      let isDrawn = false;
      const drawPicture = async (lost: AbortSignal) => {
        await renderAll(onProgress, AbortSignal.any([lost, stop]));
        isDrawn = !lost.aborted;
      };
      // The lock is lost if the database connection that holds it fails. This process then waits for the lock again and
      // renders the remaining pictures.
      while (!isDrawn && !stop.aborted)
        await withLock(database, 'drawing', drawPicture, stop).catch((error: unknown) => {
          if (!stop.aborted) throw error;
        });
    },

    renderPreview: (svg, width) => renderer.render(svg, { width, format: 'webp' }),

    async preparePhotoForStorage(bytes, focus) {
      const prepared = await renderer.preparePhotoForStorage(bytes, focus);
      if ('refusal' in prepared) throw new InvalidRequestError(prepared.refusal);
      return prepared;
    },

    checkPhoto: (bytes) => renderer.checkPhoto(bytes),

    storePhoto: (photoId, { bytes }) => files.write(photoFileKey(photoId), bytes, MEDIA_TYPES.jpg),

    hasPhoto: (photoId) => files.has(photoFileKey(photoId)),

    readPhoto: (photoId) => files.read(photoFileKey(photoId)),

    async deletePhoto(photo) {
      const inTurn = pLimit(MAX_CONCURRENT_REMOVALS);
      await inTurn
        .map(listPhotoFileKeys(photo), (file) => files.remove(file))
        .catch((error: unknown) => {
          inTurn.clearQueue();
          log.warn({ err: error, photo: photo.id }, 'Failed to delete every file of a photo');
        });
    },

    async findPhotoColor(photoId, focus) {
      const bytes = await readOriginal(photoId);
      return bytes && renderer.findFootColor(bytes, focus);
    },
  };
}

/** Returns the drawing with the given key as SVG, or `undefined` if no article or author has this drawing. */
async function draw(queries: Queries, { kind, key }: PictureRequest): Promise<string | undefined> {
  const seed = key.split('.', 1)[0]!;
  if (kind === 'avatars') {
    const portrait = await findPortraitCategory(queries, seed, key);
    return portrait && drawAvatar({ ...portrait, seed });
  }
  const cover = await findCoverParameters(queries, seed, key);
  return cover && drawCover({ ...cover, seed }).svg;
}
