import pLimit from 'p-limit';
import {
  describePhotoConflict,
  type PhotoSheet,
  toPhotoFields,
} from '#server/catalogue/photos/photo-sheet.ts';
import { findPhotos } from '#server/catalogue/photos/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { FileParseError } from '#server/platform/text/file-error.ts';
import type { Library } from './library.ts';
import { type LibraryPhoto, readAndCheckPhotoFile } from './photo-files.ts';

/** The methods of the picture service that check and store photographs. */
export type LibraryPhotoStore = Pick<PictureService, 'checkPhoto' | 'hasPhoto' | 'storePhoto'>;

/**
 * Maximum number of concurrent writes to the file store. The limit is low, because the file store may be a remote
 * service.
 */
const MAX_CONCURRENT_WRITES = 4;

/**
 * Stores the image files of a content library that are missing from the file store. If a photograph cannot be stored,
 * the returned library contains neither the photograph nor the articles that show it, so readers still see the previous
 * version of these articles.
 *
 * Call this function before the transaction that inserts the photographs. If the process crashes before this
 * transaction commits, the stored files are unused until the next import, which overwrites them.
 */
export async function storeLibraryPhotoFiles(
  queries: Queries,
  store: LibraryPhotoStore,
  folder: string,
  library: Library,
): Promise<Library> {
  const storedPhotos = await findPhotos(
    queries,
    library.photos.map(({ id }) => id),
  );
  const storedPhotosById = new Map(storedPhotos.map((photo) => [photo.id, photo]));
  const rejected = new Map<string, string>();
  const limit = pLimit(MAX_CONCURRENT_WRITES);
  await limit.map(library.photos, async (photo) => {
    const { id, sheet } = photo;
    const storedPhoto = storedPhotosById.get(id);
    const reason =
      (storedPhoto && describePhotoConflict(storedPhoto, toPhotoFields(id, sheet))) ??
      (await storePhoto(store, folder, photo, storedPhoto !== undefined));
    if (reason) rejected.set(id, reason);
  });
  return rejected.size ? removePhotos(library, rejected) : library;
}

/**
 * Stores the image file of a photograph. Returns `undefined` on success, or the reason why the file cannot be stored.
 */
async function storePhoto(
  store: LibraryPhotoStore,
  folder: string,
  photo: LibraryPhoto,
  isStored: boolean,
): Promise<string | undefined> {
  if (!isStoredLocally(photo.sheet)) return undefined;
  try {
    if (isStored && (await store.hasPhoto(photo.id))) return undefined;
    const bytes = await readAndCheckPhotoFile(folder, photo, store.checkPhoto);
    await store.storePhoto(photo.id, { bytes });
    return undefined;
  } catch (error) {
    if (error instanceof FileParseError) return error.errors.map(({ reason }) => reason).join('; ');
    // A missing image must not prevent the server from starting, so an error from the file store is returned as the
    // reason instead of thrown.
    return `it cannot be stored (${error instanceof Error ? error.message : error})`;
  }
}

function isStoredLocally(sheet: PhotoSheet): boolean {
  return sheet.source !== 'unsplash';
}

function removePhotos(library: Library, rejected: ReadonlyMap<string, string>): Library {
  const { photos, articles } = library;
  const isShown = ({ photo }: { photo?: { id: string } | undefined }) =>
    !photo || !rejected.has(photo.id);
  return {
    ...library,
    photos: photos.filter(({ id }) => !rejected.has(id)),
    articles: articles.filter(({ article }) => isShown(article)),
    errors: [
      ...library.errors,
      ...photos.flatMap(({ id, file }) =>
        rejected.has(id) ? { file, line: 1, reason: rejected.get(id)! } : [],
      ),
      ...articles.flatMap(({ file, article }) =>
        isShown(article) ? [] : { file, line: 1, reason: NO_PHOTO },
      ),
    ],
  };
}

const NO_PHOTO = 'photo: its photo cannot be shown';
