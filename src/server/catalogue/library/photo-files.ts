import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { variantCount } from '#covers/cover.ts';
import type { PhotoRefusal, PhotoSize } from '#covers/photographs.ts';
import { uuidv7 } from '#domain/ids.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import { type PhotoSheet, photoSheetSchema } from '#server/catalogue/photos/photo-sheet.ts';
import { FaultError } from '#server/platform/text/fault.ts';
import { readYaml } from '#server/platform/text/yaml.ts';
import { type ArticleFile, findKeyLine } from './article-file.ts';

/** Where a library keeps its photographs: of each a sheet, and the file beside it unless it is shown from elsewhere. */
export const PHOTOS_FOLDER = 'photos';

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
type CheckPhoto = (bytes: Uint8Array) => Promise<PhotoSize | PhotoRefusal>;

/**
 * Reads the sheet of a photograph, whose file is there and not too large: the file itself is looked at by
 * {@link readPhotoFile}. Throws {@link FaultError}.
 */
export async function parsePhotoSheet(
  folder: string,
  { text, file }: { text: string; file: string },
) {
  const { data: id } = idSchema.safeParse(path.posix.basename(file, '.yaml'));
  if (!id || file !== `${PHOTOS_FOLDER}/${id}.yaml`)
    throw fault('a photo must be named photos/<id>.yaml, with a lowercase UUIDv7');
  const sheet = readYaml(text, photoSheetSchema, 1);
  if ('hash' in sheet) await requirePhotoFile(folder, id);
  return { id, sheet, text };
}

/**
 * The bytes of a photograph, once they are found to be what its sheet says, and as photographs are kept. Throws
 * {@link FaultError}.
 */
export async function readPhotoFile(
  folder: string,
  { id, sheet }: LibraryPhoto,
  checkPhoto: CheckPhoto,
): Promise<Buffer> {
  await requirePhotoFile(folder, id);
  const bytes = await readFile(path.join(folder, photoFilePath(id)));
  const found = await checkPhoto(bytes);
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
export function requireValidImage(
  { category, drawing = 0, photo }: ArticleFile,
  photos: ReadonlyMap<string, LibraryPhoto>,
  text: string,
): void {
  const count = variantCount(category);
  if (drawing >= count)
    throw fault(
      `drawing: ${category} has drawings 0 to ${count - 1}, not ${drawing}`,
      findKeyLine(text, 'drawing'),
    );
  if (!photo) return;
  const { id, crop } = photo;
  const sheet = photos.get(id)?.sheet;
  const line = findKeyLine(text, 'photo');
  if (!sheet) throw fault(`photo.id: ${PHOTOS_FOLDER}/${id}.yaml does not exist`, line);
  const { length } = sheet.crops;
  if (crop > length)
    throw fault(
      `photo.crop: ${PHOTOS_FOLDER}/${id}.yaml has ${length} crops, so there is no crop ${crop}`,
      line,
    );
}

/** The file of a photograph, within its library's folder. */
export function photoFilePath(id: string): string {
  return `${PHOTOS_FOLDER}/${id}.jpg`;
}

async function requirePhotoFile(folder: string, id: string): Promise<void> {
  const stats = await stat(path.join(folder, photoFilePath(id))).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  if (!stats?.isFile()) throw fault(`${id}.jpg is missing next to it`);
  const most = PHOTO_LIMITS.bytes;
  if (stats.size > most)
    throw fault(
      `${id}.jpg has ${formatCount(stats.size)} bytes; the limit is ${formatCount(most)}`,
    );
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function fault(reason: string, line = 1): FaultError {
  return new FaultError([{ line, reason }]);
}
