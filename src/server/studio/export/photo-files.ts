import { buffer } from 'node:stream/consumers';
import { getPhotoFilePath, PHOTOS_FOLDER_NAME } from '#server/catalogue/library/photo-files.ts';
import { photoSheetSchema, toPhotoSheet } from '#server/catalogue/photos/photo-sheet.ts';
import { findPhoto } from '#server/catalogue/photos/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  createVerbatimExportedFile,
  createYamlExportedFile,
  type ExportedLibraryFile,
} from './exported-library-file.ts';

/** The database and the file store that contain the exported photographs. */
export interface ExportSources {
  queries: Queries;
  pictures: Pick<PictureService, 'readPhoto'>;
}

/**
 * Serializes a photograph as library files: a YAML file with its metadata, and the picture itself. Leaves out the
 * picture if a stock photo service hosts it. Throws {@link NotFoundError} if the file store lacks the picture.
 */
export async function createPhotoLibraryFiles(
  { queries, pictures }: ExportSources,
  id: string,
): Promise<ExportedLibraryFile[]> {
  // The photograph always exists, because a photograph cannot be deleted while an article uses it.
  const photo = (await findPhoto(queries, id))!;
  const sheet = createYamlExportedFile(
    `${PHOTOS_FOLDER_NAME}/${id}.yaml`,
    photoSheetSchema,
    toPhotoSheet(photo),
  );
  if (photo.address !== null) return [sheet];
  const file = await pictures.readPhoto(id);
  if (!file)
    throw new NotFoundError(
      `The file store has no photograph ${id}, which an article uses. Run the export with the server’s settings (DATA_DIR, FILES_S3_…).`,
    );
  return [createVerbatimExportedFile(getPhotoFilePath(id), await buffer(file.body)), sheet];
}
