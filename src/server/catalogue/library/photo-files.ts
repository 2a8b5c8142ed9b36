import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { countVariants } from '#covers/cover.ts';
import type { PhotoDimensions, PhotoRejection } from '#covers/photographs.ts';
import { createUuidv7Schema } from '#domain/ids.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import { type PhotoSheet, photoSheetSchema } from '#server/catalogue/photos/photo-sheet.ts';
import { FileParseError } from '#server/platform/text/file-error.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';
import { type ArticleFile, findFrontMatterLineNumber } from './article-file.ts';

/**
 * Name of the folder with the photographs of a content library. For each photograph, it contains a photo sheet, which
 * is a YAML file with metadata. It also contains the image file, unless a photo service hosts the image.
 */
export const PHOTOS_FOLDER_NAME = 'photos';

/** A photograph of a content library. */
export interface LibraryPhoto {
  id: string;
  file: string;
  /**
   * Hash of the photo sheet, which is the YAML file with the photograph's metadata. The photo sheet contains a hash of
   * the image file, so this hash also changes with the image.
   */
  hash: string;
  /** The text of the photo sheet (YAML). */
  text: string;
  sheet: PhotoSheet;
}

const idSchema = createUuidv7Schema();

/**
 * A function that decodes an image. It returns the width and height, or the reason why the image cannot be stored
 * unchanged.
 */
type CheckPhoto = (bytes: Uint8Array) => Promise<PhotoDimensions | PhotoRejection>;

/**
 * Parses a photo sheet, and checks that the image file exists and is not too large. {@link readAndCheckPhotoFile}
 * checks the content of the image later. Throws {@link FileParseError}.
 */
export async function parsePhotoSheetAndRequireImage(
  folder: string,
  { text, file }: { text: string; file: string },
) {
  const { data: id } = idSchema.safeParse(path.posix.basename(file, '.yaml'));
  if (!id || file !== `${PHOTOS_FOLDER_NAME}/${id}.yaml`)
    throw createError('a photo must be named photos/<id>.yaml, with a lowercase UUIDv7');
  const sheet = parseYamlWithSchema(text, photoSheetSchema, 1);
  if ('hash' in sheet) await requirePhotoFile(folder, id);
  return { id, sheet, text };
}

/**
 * Reads the image file of a photograph. Checks that the image matches the photo sheet and can be stored. Throws
 * {@link FileParseError}.
 */
export async function readAndCheckPhotoFile(
  folder: string,
  { id, sheet }: LibraryPhoto,
  checkPhoto: CheckPhoto,
): Promise<Buffer> {
  await requirePhotoFile(folder, id);
  const bytes = await readFile(path.join(folder, getPhotoFilePath(id)));
  const result = await checkPhoto(bytes);
  if ('refusal' in result) throw createError(`${id}.jpg: ${result.refusal.replace(/\.$/, '')}`);
  if (!('hash' in sheet) || hash('sha256', bytes) !== sheet.hash)
    throw createError(`hash: does not match ${id}.jpg`);
  if (result.width !== sheet.width || result.height !== sheet.height)
    throw createError(`width, height: ${id}.jpg is ${result.width} × ${result.height} pixels`);
  return bytes;
}

/**
 * Checks that the image named in an article file exists. Throws {@link FileParseError} if the article's category has no
 * drawing with this number, the library has no photograph with this ID, or the photograph has no crop with this number.
 * `text` is the text of the article file.
 */
export function assertArticleImageExists(
  { category, drawing = 0, photo }: ArticleFile,
  photos: ReadonlyMap<string, LibraryPhoto>,
  text: string,
): void {
  const count = countVariants(category);
  if (drawing >= count)
    throw createError(
      `drawing: ${category} has drawings 0 to ${count - 1}, not ${drawing}`,
      findFrontMatterLineNumber(text, 'drawing'),
    );
  if (!photo) return;
  const { id, crop } = photo;
  const sheet = photos.get(id)?.sheet;
  const line = findFrontMatterLineNumber(text, 'photo');
  if (!sheet) throw createError(`photo.id: ${PHOTOS_FOLDER_NAME}/${id}.yaml does not exist`, line);
  const cropCount = sheet.crops.length;
  if (crop > cropCount)
    throw createError(
      `photo.crop: ${PHOTOS_FOLDER_NAME}/${id}.yaml has ${cropCount} crops, so there is no crop ${crop}`,
      line,
    );
}

/** Returns the path of a photograph's image file, relative to the library folder. */
export function getPhotoFilePath(id: string): string {
  return `${PHOTOS_FOLDER_NAME}/${id}.jpg`;
}

async function requirePhotoFile(folder: string, id: string): Promise<void> {
  const stats = await stat(path.join(folder, getPhotoFilePath(id))).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  if (!stats?.isFile()) throw createError(`${id}.jpg is missing next to it`);
  const maxBytes = PHOTO_LIMITS.bytes;
  if (stats.size > maxBytes)
    throw createError(
      `${id}.jpg has ${formatCount(stats.size)} bytes; the limit is ${formatCount(maxBytes)}`,
    );
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function createError(reason: string, line = 1): FileParseError {
  return new FileParseError([{ line, reason }]);
}
