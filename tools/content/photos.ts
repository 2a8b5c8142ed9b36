import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { PhotoDimensions, PhotoRejection } from '#covers/photographs.ts';
import type { Library } from '#server/catalogue/library/library.ts';
import {
  PHOTOS_FOLDER_NAME,
  readAndCheckPhotoFile,
} from '#server/catalogue/library/photo-files.ts';
import { type ContentFileError, FileParseError } from '#server/platform/text/file-error.ts';

/**
 * Returns the problems of the library's photographs: files that `checkPhoto` rejects, photographs that no article uses,
 * and files without a photo sheet. A photo sheet is the YAML file with a photograph's credit.
 */
export async function findPhotoProblems(
  folder: string,
  { photos, articles, drafts }: Library,
  checkPhoto: (bytes: Uint8Array) => Promise<PhotoDimensions | PhotoRejection>,
): Promise<ContentFileError[]> {
  const usedPhotoIds = new Set([...articles, ...drafts].map(({ article }) => article.photo?.id));
  const problems: ContentFileError[] = [];
  for (const photo of photos) {
    const { id, file, sheet } = photo;
    const addProblem = (reason: string) => problems.push({ file, line: 1, reason });
    if (!usedPhotoIds.has(id)) addProblem('no article uses it');
    if (!('hash' in sheet)) continue;
    try {
      await readAndCheckPhotoFile(folder, photo, checkPhoto);
    } catch (error) {
      if (!(error instanceof FileParseError)) throw error;
      for (const { reason } of error.errors) addProblem(reason);
    }
  }
  return [...problems, ...(await listStrayFiles(folder))];
}

async function listStrayFiles(folder: string): Promise<ContentFileError[]> {
  const names = await readdir(path.join(folder, PHOTOS_FOLDER_NAME)).catch(() => []);
  const sheets = new Set(names.filter((name) => name.endsWith('.yaml')));
  return names
    .filter((name) => !sheets.has(name) && !sheets.has(name.replace(/\.jpg$/, '.yaml')))
    .sort()
    .map((name) => ({
      file: `${PHOTOS_FOLDER_NAME}/${name}`,
      line: 1,
      reason: 'every photo <id>.jpg needs an <id>.yaml with its credit',
    }));
}
