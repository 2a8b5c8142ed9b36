import { buffer } from 'node:stream/consumers';
import { PHOTOS_FOLDER, photoFilePath } from '#server/catalogue/library/photo-files.ts';
import { photoSheetSchema, toPhotoSheet } from '#server/catalogue/photos/photo-sheet.ts';
import { findPhoto } from '#server/catalogue/photos/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { createExactFile, createYamlFile, type LibraryFile } from './library-file.ts';

/** What articles and their photographs are exported from. */
export interface ExportSources {
  queries: Queries;
  pictures: Pick<PictureService, 'readPhoto'>;
}

/**
 * A photograph as files of the library say it: the file that is kept, where it is kept, and the sheet. Throws
 * {@link NotFoundError} where the file store does not have it.
 */
export async function serializePhoto(
  { queries, pictures }: ExportSources,
  id: string,
): Promise<LibraryFile[]> {
  // What an article is shown with is not removed.
  const photo = (await findPhoto(queries, id))!;
  const sheet = createYamlFile(
    `${PHOTOS_FOLDER}/${id}.yaml`,
    photoSheetSchema,
    toPhotoSheet(photo),
  );
  if (photo.address !== null) return [sheet];
  const kept = await pictures.readPhoto(id);
  if (!kept)
    throw new NotFoundError(
      `The file store here has no photograph ${id}, which an article is shown with. Export with the settings (DATA_DIR, FILES_S3_…) that Octavo is served with.`,
    );
  return [createExactFile(photoFilePath(id), await buffer(kept.body)), sheet];
}
