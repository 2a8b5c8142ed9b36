import { isDeepStrictEqual } from 'node:util';
import type { PersonaEdit, PersonaWords } from '#domain/studio/personas.ts';
import type { Member } from '#domain/studio/roles.ts';
import {
  detachAuthorFromLibrary,
  findEditorAuthor,
  updateAuthorTexts,
} from '#server/catalogue/authors/editor-authors.ts';
import { authorCacheKeys } from '#server/catalogue/authors/service.ts';
import { announceContentChange } from '#server/catalogue/publication/announce-content-change.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { findLastDeed, record } from '#server/studio/audit/service.ts';
import { versionOf, wordsOf } from './words.ts';

const ACTION = 'author.edit';

/**
 * Has other things said of an author than the version `base` does, in one transaction, so that no import undoes it and
 * every page that shows them follows. Throws {@link ConflictError} when somebody else has edited them meanwhile, and
 * {@link NotFoundError} when there is no such author.
 */
export async function editAuthor(
  queries: Queries,
  member: Member,
  id: string,
  { base, words }: PersonaEdit,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const author = await findEditorAuthor(transaction, id, { isLocked: true });
    if (!author) throw new NotFoundError('There is no such author.');
    const before = await wordsOf(author);
    const after = { ...words, voice: words.voice ?? before.voice };
    const changed = partsThatDiffer(before, after);
    // What is sent again because its answer was lost is there already.
    if (!changed.length) return;
    if (versionOf(before) !== base) {
      const by = (await lastEditOf(transaction, author.id))?.actorName ?? 'The library';
      throw new ConflictError(`${by} has edited this author meanwhile. Compare, then save again.`);
    }
    // A sheet nobody touched goes on following its file.
    const voice = changed.includes('voice') ? after.voice : undefined;
    await updateAuthorTexts(transaction, author.id, after, voice);
    await detachAuthorFromLibrary(transaction, author.id);
    await record(transaction, member, {
      action: ACTION,
      id: author.id,
      name: author.profile.alias,
      before: pick(before, changed),
      after: pick(after, changed),
    });
    if (author.status === 'active')
      await announceContentChange(transaction, ['authors', ...authorCacheKeys([author.profile])]);
  });
}

/** Who edited an author last, and when; `undefined`: what is said of them is the library's, or as it was proposed. */
export function lastEditOf(queries: Queries, id: string) {
  return findLastDeed(queries, { action: ACTION, id });
}

type Part = keyof PersonaWords;

function partsThatDiffer(before: PersonaWords, after: PersonaWords): Part[] {
  return (Object.keys(after) as Part[]).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  );
}

function pick(words: PersonaWords, parts: readonly Part[]): Partial<PersonaWords> {
  return Object.fromEntries(parts.map((part) => [part, words[part]]));
}
