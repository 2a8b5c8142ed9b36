import pLimit from 'p-limit';
import { findPhotos } from '#server/catalogue/photos/repository.ts';
import { disagreementOf, type PhotoSheet, photoOfSheet } from '#server/catalogue/photos/sheet.ts';
import type { Pictures } from '#server/catalogue/pictures/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { FaultError } from '#server/platform/text/fault.ts';
import type { Library } from './library.ts';
import { type LibraryPhoto, readPhotoFile } from './photo-files.ts';

/** Where photographs are kept, by whoever can tell whether they are some. */
export type PhotoStore = Pick<Pictures, 'checkPhoto' | 'hasPhoto' | 'keepPhoto'>;

/** Photographs that the store is asked for at the same time: it may be far away. */
const AT_ONCE = 4;

/**
 * Keeps the files of a library's photographs, those that are not kept already. To be called before the transaction that
 * names them: what a crash leaves behind then is a file nobody asks for, and the next import finds it. Returns the library
 * without what cannot be kept, and without the articles that are shown with it: of these, readers keep what they have.
 */
export async function keepPhotos(
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
  const refused = new Map<string, string>();
  const inTurn = pLimit(AT_ONCE);
  await inTurn.map(library.photos, async (photo) => {
    const { id, sheet } = photo;
    const before = stored.get(id);
    const reason =
      (before && disagreementOf(before, photoOfSheet(id, sheet))) ??
      (await keep(store, folder, photo, before !== undefined));
    if (reason) refused.set(id, reason);
  });
  return refused.size ? without(library, refused) : library;
}

/** Keeps the file of a photograph; why it cannot, where it cannot. */
async function keep(
  store: PhotoStore,
  folder: string,
  photo: LibraryPhoto,
  isStored: boolean,
): Promise<string | undefined> {
  if (!isKept(photo.sheet)) return undefined;
  try {
    if (isStored && (await store.hasPhoto(photo.id))) return undefined;
    const bytes = await readPhotoFile(folder, photo, store.checkPhoto);
    await store.keepPhoto(photo.id, { bytes });
    return undefined;
  } catch (error) {
    if (error instanceof FaultError) return error.faults.map(({ reason }) => reason).join('; ');
    // A start without one picture is worth more than none.
    return `it cannot be stored (${error instanceof Error ? error.message : error})`;
  }
}

function isKept(sheet: PhotoSheet): boolean {
  return sheet.source !== 'unsplash';
}

function without(library: Library, refused: ReadonlyMap<string, string>): Library {
  const { photos, articles } = library;
  const isShown = ({ photo }: { photo?: { id: string } | undefined }) =>
    !photo || !refused.has(photo.id);
  return {
    ...library,
    photos: photos.filter(({ id }) => !refused.has(id)),
    articles: articles.filter(({ article }) => isShown(article)),
    faults: [
      ...library.faults,
      ...photos.flatMap(({ id, file }) =>
        refused.has(id) ? { file, line: 1, reason: refused.get(id)! } : [],
      ),
      ...articles.flatMap(({ file, article }) =>
        isShown(article) ? [] : { file, line: 1, reason: NO_PHOTO },
      ),
    ],
  };
}

const NO_PHOTO = 'photo: its photo cannot be shown';
