import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { drawAvatar } from '#covers/avatar.ts';
import { drawCover } from '#covers/cover.ts';
import type { CardPicture } from '#covers/share-card.ts';
import type { ByteRange } from '#domain/byte-ranges.ts';
import {
  type FocalPoint,
  type ImageFormat,
  type PictureKind,
  parsePhotoCropKey,
} from '#domain/images.ts';
import { findCoverCategoryAndVariant } from '#server/catalogue/articles/covers.ts';
import { findPortraitCategory } from '#server/catalogue/authors/portraits.ts';
import { findPhoto } from '#server/catalogue/photos/repository.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { openBytesAsFile } from '#server/platform/files/open-bytes-as-file.ts';
import type { FileStore, StreamedFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { createPhotoFileStore, type PhotoFileStore, readPhotoBytes } from './photo-file-store.ts';
import { isCompletePicture } from './picture-integrity.ts';
import { drawPodcastArtByKey } from './podcast-art-source.ts';
import { PictureRenderer } from './renderer.ts';
import {
  getPictureFileKey,
  listPicturesOfArticle,
  listPicturesOnPages,
  type PictureRequest,
} from './renderings.ts';
import { createShareCardDrawer } from './share-card-source.ts';

/**
 * Renders drawings and photographs when they are first requested. Stores the renderings and the original photographs.
 */
export interface PictureService extends PhotoFileStore {
  /**
   * Returns a picture, or a byte range of its file. Renders the picture if it is not stored. Returns `undefined` if no
   * article or author has this picture. Throws the same errors as {@link FileStore}.
   */
  read(request: PictureRequest, range?: ByteRange): Promise<StreamedFile | undefined>;
  /**
   * Renders the missing pictures that pages link to, one by one. Only one process renders at a time. The other
   * processes wait, and then render only the pictures that their file store still lacks.
   */
  renderMissing(signal: AbortSignal, options?: RenderMissingOptions): Promise<void>;
  /**
   * Renders the missing pictures of a published article: its share card, and its cover in each size and format that
   * pages link to. Resolves with the number of pictures rendered. Rejects soon after `signal` is aborted.
   */
  renderPicturesOfArticle(articleId: string, signal: AbortSignal): Promise<number>;
  /** Renders a drawing (SVG) as WebP, and does not store the result. */
  renderPreview(svg: string, width: number): Promise<Uint8Array>;
}

interface RenderMissingOptions {
  /** Called after each picture, with the number of pictures that exist now and the number of all pictures. */
  onProgress?: (done: number, total: number) => void;
  /** Called before each missing picture is rendered. Rendering waits for the returned promise. */
  waitForTurn?: (signal: AbortSignal) => Promise<void>;
}

/**
 * Width in pixels at which a photograph is rendered for a share card. No share card shows a photograph at a larger
 * width.
 */
const CARD_PICTURE_WIDTH = 640;

/** A cover or portrait, regardless of width and format. */
type PictureRef = Pick<PictureRequest, 'key'> & { kind: PictureKind };

const CODECS = { avif: 'avif', webp: 'webp', jpg: 'jpeg' } as const;
const MEDIA_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export function getPictureMediaType(format: ImageFormat): string {
  return MEDIA_TYPES[format];
}

export function createPictureService(
  database: Database,
  files: FileStore,
  log: Pick<Logger, 'warn'>,
  renderer: Pick<
    PictureRenderer,
    'render' | 'preparePhotoForStorage' | 'checkPhoto' | 'computeTitleAreaColor'
  > = new PictureRenderer(),
): PictureService {
  const { queries } = database;
  const renderings = new SingleFlight<Uint8Array | undefined>();
  const cards = createShareCardDrawer(queries, (request) =>
    loadCardPicture(queries, files, renderer, request),
  );

  const findSource = async ({ kind, key }: PictureRequest) => {
    if (kind === 'cards') return cards.findSource(key);
    if (kind === 'podcasts') return drawPodcastArtByKey(key);
    return findPictureSource(queries, files, { kind, key });
  };

  const render = async (request: PictureRequest) => {
    const picture = await findSource(request);
    if (!picture) return undefined;
    const { source, ...crop } = picture;
    const { width, format } = request;
    const bytes = await renderer.render(source, { width, format: CODECS[format], ...crop });
    // If the picture cannot be stored, the client still gets it.
    await files
      .write(getPictureFileKey(request), bytes, getPictureMediaType(format))
      .catch((error: unknown) => log.warn({ err: error }, 'Failed to store an image'));
    return bytes;
  };

  const renderOnce = (request: PictureRequest) =>
    renderings.run(getPictureFileKey(request), () => render(request));

  /**
   * Renders and stores a picture unless it is already stored. Returns true if it was rendered. Before rendering, waits
   * for the promise that `waitForTurn` returns.
   */
  const renderIfMissing = async (
    request: PictureRequest,
    waitForTurn?: () => Promise<void>,
  ): Promise<boolean> => {
    if (await files.has(getPictureFileKey(request))) return false;
    await waitForTurn?.();
    return (await renderOnce(request)) !== undefined;
  };

  const renderAll = async (
    signal: AbortSignal,
    { onProgress, waitForTurn }: RenderMissingOptions,
  ): Promise<void> => {
    const requests = await listPicturesOnPages(queries);
    let done = 0;
    for (const request of requests) {
      if (signal.aborted) return;
      await renderIfMissing(request, async () => waitForTurn?.(signal));
      onProgress?.(++done, requests.length);
    }
  };

  return {
    ...createPhotoFileStore(files, log, renderer),

    async read(request, range) {
      const bytes = (await readStoredRendering(files, log, request)) ?? (await renderOnce(request));
      return bytes && openBytesAsFile(bytes, range);
    },

    async renderMissing(signal, options = {}) {
      let isComplete = false;
      const renderWhileLocked = async (lockLost: AbortSignal) => {
        await renderAll(AbortSignal.any([lockLost, signal]), options);
        isComplete = !lockLost.aborted;
      };
      // If the database connection fails, this process loses its lock on rendering. It then waits for the lock again,
      // and renders the remaining pictures.
      while (!isComplete && !signal.aborted)
        await withLock(database, 'drawing', renderWhileLocked, signal).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
    },

    async renderPicturesOfArticle(articleId, signal) {
      let rendered = 0;
      for (const request of await listPicturesOfArticle(queries, articleId)) {
        signal.throwIfAborted();
        if (await renderIfMissing(request)) rendered++;
      }
      return rendered;
    },

    renderPreview: (svg, width) => renderer.render(svg, { width, format: 'webp' }),
  };
}

/**
 * Reads a stored rendering of a picture. Returns `undefined` if the file is damaged, so that the picture is rendered
 * again. Otherwise, clients would cache the damaged picture permanently.
 */
async function readStoredRendering(
  files: FileStore,
  log: Pick<Logger, 'warn'>,
  request: PictureRequest,
): Promise<Uint8Array | undefined> {
  const file = await files.read(getPictureFileKey(request));
  const bytes = file && (await buffer(file.body));
  if (!bytes || isCompletePicture(bytes, request.format)) return bytes;
  log.warn({ file: getPictureFileKey(request) }, 'An image file is damaged and will be redrawn');
  return undefined;
}

/**
 * Returns the source from which a picture is rendered: a drawing as SVG, or a stored photograph with the focal point of
 * its crop. Returns `undefined` if no article or author has this picture.
 */
async function findPictureSource(
  queries: Queries,
  files: FileStore,
  { kind, key }: PictureRef,
): Promise<{ source: string | Uint8Array; focus?: FocalPoint } | undefined> {
  const photo = kind === 'covers' ? parsePhotoCropKey(key) : undefined;
  if (!photo) {
    const source = await drawSvg(queries, kind, key);
    return source === undefined ? undefined : { source };
  }
  const focus = (await findPhoto(queries, photo.photoId))?.crops[photo.crop - 1];
  const source = focus && (await readPhotoBytes(files, photo.photoId));
  return source && { source, focus };
}

/**
 * Returns a cover or portrait for use in a share card. A drawing is returned as SVG. A photograph is cropped to the
 * proportions of a cover and returned as JPEG.
 */
async function loadCardPicture(
  queries: Queries,
  files: FileStore,
  renderer: Pick<PictureRenderer, 'render'>,
  request: PictureRef,
): Promise<CardPicture | undefined> {
  const picture = await findPictureSource(queries, files, request);
  if (!picture || typeof picture.source === 'string') return picture?.source;
  const { source, focus } = picture;
  return renderer.render(source, { width: CARD_PICTURE_WIDTH, format: 'jpeg', focus });
}

/**
 * Draws the cover or portrait with the given key as SVG. Returns `undefined` if no article or author has this drawing.
 */
async function drawSvg(
  queries: Queries,
  kind: PictureKind,
  key: string,
): Promise<string | undefined> {
  const seed = key.split('.', 1)[0]!;
  if (kind === 'avatars') {
    const portrait = await findPortraitCategory(queries, seed, key);
    return portrait && drawAvatar({ ...portrait, seed });
  }
  const cover = await findCoverCategoryAndVariant(queries, seed, key);
  return cover && drawCover({ ...cover, seed }).svg;
}
