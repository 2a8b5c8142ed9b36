import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import {
  IMAGE_FORMATS,
  type ImageFormat,
  PICTURE_WIDTHS,
  type PictureKind,
} from '#domain/images.ts';
import { findCover, listCoverKeys } from '#server/catalogue/articles/service.ts';
import { findPortrait, listPortraitKeys } from '#server/catalogue/authors/service.ts';
import { drawAvatar, drawCover, renderPicture } from '#server/catalogue/drawing/service.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** One rendering of one picture. */
export interface PictureRequest {
  kind: PictureKind;
  key: string;
  width: number;
  format: ImageFormat;
}

/** The drawn pictures: rendered when first asked for, then kept in the file storage. */
export interface Pictures {
  /** The bytes, or `undefined` when no article or author has such a picture. */
  read(request: PictureRequest): Promise<Uint8Array | undefined>;
  /** Renders everything that is missing, one picture at a time; `onProgress` after each. */
  drawMissing(onProgress: (done: number, of: number) => void, stop: AbortSignal): Promise<void>;
}

const CODECS = { avif: 'avif', webp: 'webp', jpg: 'jpeg' } as const;

export function storedPictures(queries: Queries, folder: string): Pictures {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  /** Readings under way, so that many readers of a new picture cause one rendering. */
  const underWay = new Map<string, Promise<Uint8Array | undefined>>();

  const readOrRender = async (request: PictureRequest) => {
    const file = fileOf(request);
    if (await disk.exists(file)) return disk.getBytes(file);
    const svg = await draw(queries, request);
    return svg === undefined ? undefined : render(svg, request, disk);
  };

  const read = (request: PictureRequest) => {
    const file = fileOf(request);
    const running = underWay.get(file);
    if (running) return running;
    const reading = readOrRender(request).finally(() => underWay.delete(file));
    underWay.set(file, reading);
    return reading;
  };

  return {
    read,
    async drawMissing(onProgress, stop) {
      const requests = await listRequests(queries);
      let done = 0;
      for (const request of requests) {
        if (stop.aborted) return;
        if (!(await disk.exists(fileOf(request)))) await read(request);
        onProgress(++done, requests.length);
      }
    },
  };
}

function fileOf({ kind, key, width, format }: PictureRequest): string {
  return `pictures/${kind}/${key}/${width}.${format}`;
}

async function render(svg: string, request: PictureRequest, disk: Disk): Promise<Uint8Array> {
  const { width, format } = request;
  const bytes = await renderPicture(svg, { width, format: CODECS[format] });
  // A reader must never find half a picture.
  const file = fileOf(request);
  const draft = `${file}.${process.pid}.part`;
  await disk.put(draft, bytes);
  await disk.move(draft, file);
  return bytes;
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
