import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { variantCount } from '#covers/cover.ts';
import type { PhotoRefusal, PhotoSize } from '#covers/photographs.ts';
import { uuidv7 } from '#domain/ids.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import { type PhotoSheet, photoSheetSchema } from '#server/catalogue/photos/sheet.ts';
import { FaultError } from '#server/platform/text/fault.ts';
import { readYaml } from '#server/platform/text/yaml.ts';
import { type ArticleFile, lineOfKey } from './article-file.ts';

/** Where a library keeps its photographs: of each a sheet, and the file beside it unless it is shown from elsewhere. */
export const PHOTOS = 'photos';

/** A photograph of a library; `file` is its sheet's. */
export interface LibraryPhoto {
  id: string;
  file: string;
  /** Of the sheet, which has the hash of the picture. */
  hash: string;
  /** The sheet's. */
  text: string;
  sheet: PhotoSheet;
}

const idSchema = uuidv7();

/** Looks at a file that is to be kept as it is: `checkPhoto` of whoever can decode it. */
type LookAtPhoto = (bytes: Uint8Array) => Promise<PhotoSize | PhotoRefusal>;

/**
 * Reads the sheet of a photograph, whose file is there and not too large: the file itself is looked at by
 * {@link readPhotoFile}. Throws {@link FaultError}.
 */
export async function readPhotoSheet(
  folder: string,
  { text, file }: { text: string; file: string },
) {
  const { data: id } = idSchema.safeParse(path.posix.basename(file, '.yaml'));
  if (!id || file !== `${PHOTOS}/${id}.yaml`)
    throw fault('a photo must be named photos/<id>.yaml, with a lowercase UUIDv7');
  const sheet = readYaml(text, photoSheetSchema, 1);
  if ('hash' in sheet) await requireSize(folder, id);
  return { id, sheet, text };
}

/**
 * The bytes of a photograph, once they are found to be what its sheet says, and as photographs are kept. Throws
 * {@link FaultError}.
 */
export async function readPhotoFile(
  folder: string,
  { id, sheet }: LibraryPhoto,
  look: LookAtPhoto,
): Promise<Buffer> {
  await requireSize(folder, id);
  const bytes = await readFile(path.join(folder, pictureOf(id)));
  const found = await look(bytes);
  if ('refusal' in found) throw fault(`${id}.jpg: ${found.refusal.replace(/\.$/, '')}`);
  if (!('hash' in sheet) || hash('sha256', bytes) !== sheet.hash)
    throw fault(`hash: does not match ${id}.jpg`);
  if (found.width !== sheet.width || found.height !== sheet.height)
    throw fault(`width, height: ${id}.jpg is ${found.width} × ${found.height} pixels`);
  return bytes;
}

/**
 * Throws {@link FaultError} where an article is to be shown with a drawing that its category does not have, or a photograph
 * that is none of these, or was never cut like that. `text`: its file's.
 */
export function requirePicture(
  { category, drawing = 0, photo }: ArticleFile,
  photos: ReadonlyMap<string, LibraryPhoto>,
  text: string,
): void {
  const count = variantCount(category);
  if (drawing >= count)
    throw fault(
      `drawing: ${category} has drawings 0 to ${count - 1}, not ${drawing}`,
      lineOfKey(text, 'drawing'),
    );
  if (!photo) return;
  const { id, crop } = photo;
  const sheet = photos.get(id)?.sheet;
  const line = lineOfKey(text, 'photo');
  if (!sheet) throw fault(`photo.id: ${PHOTOS}/${id}.yaml does not exist`, line);
  const { length } = sheet.crops;
  if (crop > length)
    throw fault(
      `photo.crop: ${PHOTOS}/${id}.yaml has ${length} crops, so there is no crop ${crop}`,
      line,
    );
}

/** The file of a photograph, within its library's folder. */
export function pictureOf(id: string): string {
  return `${PHOTOS}/${id}.jpg`;
}

async function requireSize(folder: string, id: string): Promise<void> {
  const stats = await stat(path.join(folder, pictureOf(id))).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  if (!stats?.isFile()) throw fault(`${id}.jpg is missing next to it`);
  const most = PHOTO_LIMITS.bytes;
  if (stats.size > most)
    throw fault(`${id}.jpg has ${grouped(stats.size)} bytes; the limit is ${grouped(most)}`);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function fault(reason: string, line = 1): FaultError {
  return new FaultError([{ line, reason }]);
}
