import pLimit from 'p-limit';
import {
  describePhotoConflict,
  type PhotoSheet,
  toPhotoFields,
} from '#server/catalogue/photos/photo-sheet.ts';
import { findPhotos } from '#server/catalogue/photos/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { FaultError } from '#server/platform/text/fault.ts';
import type { Library } from './library.ts';
import { type LibraryPhoto, readPhotoFile } from './photo-files.ts';

/** Where photographs are kept, by whoever can tell whether they are some. */
export type PhotoStore = Pick<PictureService, 'checkPhoto' | 'hasPhoto' | 'storePhoto'>;

/** Photographs that the store is asked for at the same time: it may be far away. */
const MAX_CONCURRENT_WRITES = 4;

/**
 * Keeps the files of a library's photographs, those that are not kept already. To be called before the transaction that
 * names them: what a crash leaves behind then is a file nobody asks for, and the next import finds it. Returns the library
 * without what cannot be kept, and without the articles that are shown with it: of these, readers keep what they have.
 */
export async function storeLibraryPhotos(
  queries: Queries,
  store: PhotoStore,
  folder: string,
  library: Library,
): Promise<Library> {
  const known = await findPhotos(
    queries,
    library.photos.map(({ id }) => id),
  );
  const stored = new Map(known.map((photo) => [photo.id, photo]));
  const rejected = new Map<string, string>();
  const limit = pLimit(MAX_CONCURRENT_WRITES);
  await limit.map(library.photos, async (photo) => {
    const { id, sheet } = photo;
    const before = stored.get(id);
    const reason =
      (before && describePhotoConflict(before, toPhotoFields(id, sheet))) ??
      (await storePhoto(store, folder, photo, before !== undefined));
    if (reason) rejected.set(id, reason);
  });
  return rejected.size ? removePhotos(library, rejected) : library;
}

/** Keeps the file of a photograph; why it cannot, where it cannot. */
async function storePhoto(
  store: PhotoStore,
  folder: string,
  photo: LibraryPhoto,
  isStored: boolean,
): Promise<string | undefined> {
  if (!isStoredLocally(photo.sheet)) return undefined;
  try {
    if (isStored && (await store.hasPhoto(photo.id))) return undefined;
    const bytes = await readPhotoFile(folder, photo, store.checkPhoto);
    await store.storePhoto(photo.id, { bytes });
    return undefined;
  } catch (error) {
    if (error instanceof FaultError) return error.faults.map(({ reason }) => reason).join('; ');
    // A start without one picture is worth more than none.
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
    faults: [
      ...library.faults,
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
