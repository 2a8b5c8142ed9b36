import { and, eq, sql } from 'drizzle-orm';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { CategoryId } from '#domain/categories.ts';
import {
  IMAGE_FORMATS,
  type ImageFormat,
  PICTURE_WIDTHS,
  type PictureKind,
} from '#domain/images.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { drawAvatar } from '#server/catalogue/drawing/avatar.ts';
import { drawCover } from '#server/catalogue/drawing/cover.ts';
import { renderPicture } from '#server/catalogue/drawing/render.ts';
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
  const id = key.split('.', 1)[0]!;
  if (kind === 'covers') {
    const [row] = await queries
      .select({ id: articles.id, category: articles.category, image: articles.image })
      .from(articles)
      .where(and(eq(articles.id, id), sql`${articles.image}->>'cover' = ${key}`));
    if (!row) return undefined;
    const { variant } = row.image;
    return drawCover({ category: row.category as CategoryId, seed: row.id, variant }).svg;
  }
  const [row] = await queries
    .select({ id: authors.id, category: authors.category })
    .from(authors)
    .where(and(eq(authors.id, id), eq(authors.portrait, key)));
  return row && drawAvatar({ category: row.category as CategoryId, seed: row.id });
}

/** Every rendering a page can ask for, those the newest pages show first. */
async function listRequests(queries: Queries): Promise<PictureRequest[]> {
  const covers = await queries
    .select({ key: sql<string>`${articles.image}->>'cover'` })
    .from(articles)
    .where(eq(articles.status, 'published'))
    .orderBy(sql`${articles.publishedAt} DESC`)
    .limit(MOST_DRAWN_AHEAD);
  const portraits = await queries
    .select({ key: authors.portrait })
    .from(authors)
    .limit(MOST_DRAWN_AHEAD);
  const all = (kind: PictureKind, keys: { key: string }[], formats: readonly ImageFormat[]) =>
    formats.flatMap((format) =>
      keys.flatMap(({ key }) =>
        PICTURE_WIDTHS[kind].map((width) => ({ kind, key, width, format })),
      ),
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
