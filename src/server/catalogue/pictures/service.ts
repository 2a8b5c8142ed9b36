import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import {
  IMAGE_FORMATS,
  type ImageFormat,
  PICTURE_WIDTHS,
  type PictureKind,
} from '#domain/images.ts';
import { findCover, listCoverKeys } from '#server/catalogue/articles/service.ts';
import { findPortrait, listPortraitKeys } from '#server/catalogue/authors/service.ts';
import { drawAvatar, drawCover, Renderer } from '#server/catalogue/drawing/service.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import {
  type ByteRange,
  type FileReading,
  type FileStore,
  readingOf,
} from '#server/platform/files/service.ts';
import { isWholePicture } from './wholeness.ts';

/** One rendering of one picture. */
export interface PictureRequest {
  kind: PictureKind;
  key: string;
  width: number;
  format: ImageFormat;
}

/** The drawn pictures: rendered when first asked for, then kept with the files. */
export interface Pictures {
  /**
   * A picture, or a part of it; `undefined` when no article or author has such a one. Throws as
   * {@link FileStore} does.
   */
  read(request: PictureRequest, range?: ByteRange): Promise<FileReading | undefined>;
  /**
   * Renders everything that is missing, one picture at a time; `onProgress` after each. One process does it at
   * a time: the next one finds it done, or has a folder of its own.
   */
  drawMissing(onProgress: (done: number, of: number) => void, stop: AbortSignal): Promise<void>;
}

const CODECS = { avif: 'avif', webp: 'webp', jpg: 'jpeg' } as const;
const MEDIA_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** The media type of a picture's format. */
export function mediaTypeOf(format: ImageFormat): string {
  return MEDIA_TYPES[format];
}

export function storedPictures(
  database: Database,
  files: FileStore,
  log: Pick<Logger, 'warn'>,
  renderer: Pick<Renderer, 'render'> = new Renderer(),
): Pictures {
  const { queries } = database;
  /** Renderings under way, so that many readers of a new picture cause one. */
  const underWay = new Map<string, Promise<Uint8Array | undefined>>();

  /** A picture that was kept. It is sent to be kept for good, so that a damaged one counts as none. */
  const readKept = async (request: PictureRequest) => {
    const kept = await files.read(fileOf(request));
    const bytes = kept && (await buffer(kept.body));
    if (!bytes || isWholePicture(bytes, request.format)) return bytes;
    log.warn({ file: fileOf(request) }, 'A picture is damaged, and is drawn anew');
    return undefined;
  };

  const render = async (request: PictureRequest) => {
    const svg = await draw(queries, request);
    if (svg === undefined) return undefined;
    const { width, format } = request;
    const bytes = await renderer.render(svg, { width, format: CODECS[format] });
    // A reader has their picture even where there is no room to keep it.
    await files
      .write(fileOf(request), bytes, mediaTypeOf(format))
      .catch((error: unknown) => log.warn({ err: error }, 'A picture could not be kept'));
    return bytes;
  };

  const renderOnce = (request: PictureRequest) => {
    const file = fileOf(request);
    const rendering = underWay.get(file) ?? render(request).finally(() => underWay.delete(file));
    underWay.set(file, rendering);
    return rendering;
  };

  const drawAll = async (
    onProgress: (done: number, of: number) => void,
    stop: AbortSignal,
  ): Promise<void> => {
    const requests = await listRequests(queries);
    let done = 0;
    for (const request of requests) {
      if (stop.aborted) return;
      if (!(await files.has(fileOf(request)))) await renderOnce(request);
      onProgress(++done, requests.length);
    }
  };

  return {
    async read(request, range) {
      const bytes = (await readKept(request)) ?? (await renderOnce(request));
      return bytes && readingOf(bytes, range);
    },

    async drawMissing(onProgress, stop) {
      let isDrawn = false;
      const draw = async (lost: AbortSignal) => {
        await drawAll(onProgress, AbortSignal.any([lost, stop]));
        isDrawn = !lost.aborted;
      };
      // A lock goes with its connection: what is left then is drawn by whoever has it next.
      while (!isDrawn && !stop.aborted)
        await withLock(database, 'drawing', draw, stop).catch((error: unknown) => {
          if (!stop.aborted) throw error;
        });
    },
  };
}

function fileOf({ kind, key, width, format }: PictureRequest): string {
  return `pictures/${kind}/${key}/${width}.${format}`;
}

/** The drawing behind a key, when an article or author has it. */
async function draw(queries: Queries, { kind, key }: PictureRequest): Promise<string | undefined> {
  const seed = key.split('.', 1)[0]!;
  if (kind === 'avatars') {
    const portrait = await findPortrait(queries, seed, key);
    return portrait && drawAvatar({ ...portrait, seed });
  }
  const cover = await findCover(queries, seed, key);
  return cover && drawCover({ ...cover, seed }).svg;
}

/** Every rendering a page can ask for, those the newest pages show first. */
async function listRequests(queries: Queries): Promise<PictureRequest[]> {
  const covers = await listCoverKeys(queries, MOST_DRAWN_AHEAD);
  const portraits = await listPortraitKeys(queries, MOST_DRAWN_AHEAD);
  const all = (kind: PictureKind, keys: readonly string[], formats: readonly ImageFormat[]) =>
    formats.flatMap((format) =>
      keys.flatMap((key) => PICTURE_WIDTHS[kind].map((width) => ({ kind, key, width, format }))),
    );
  const [avif, ...fallbacks] = IMAGE_FORMATS;
  return [
    ...all('avatars', portraits, [avif]),
    ...all('covers', covers, [avif]),
    ...all('avatars', portraits, fallbacks),
    ...all('covers', covers, fallbacks),
  ];
}

/** Pictures drawn before anyone asks; a larger library draws the rest when asked. */
const MOST_DRAWN_AHEAD = 200;
