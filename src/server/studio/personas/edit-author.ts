import { isDeepStrictEqual } from 'node:util';
import type { PersonaEditRequest, PersonaTexts } from '#domain/studio/personas.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import {
  detachAuthorFromLibrary,
  findAuthorForEditors,
  updateAuthorTexts,
} from '#server/catalogue/authors/editor-authors.ts';
import { announceContentChangeAndEnqueueJobs } from '#server/catalogue/publication/publish-article.ts';
import { getCacheKeysOfAuthors } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { findLastAuditEvent, recordAuditEvent } from '#server/studio/audit/service.ts';
import { hashPersonaTexts, loadPersonaTexts } from './persona-texts.ts';

const EDIT_ACTION = 'author.edit';

/**
 * Saves an edit to an author's profile and voice. `base` is the version that the edit is based on. Runs in one
 * transaction that locks the author and detaches the author from the library, so a concurrent import cannot revert the
 * edit. The author's cached pages are invalidated only if the edit is stored. Throws {@link ConflictError} if the
 * author's texts have changed since `base`, through another edit or an import. Throws {@link NotFoundError} if the
 * author does not exist.
 */
export async function editAuthor(
  queries: Queries,
  member: StudioMember,
  id: string,
  { base, words }: PersonaEditRequest,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const author = await findAuthorForEditors(transaction, id, { isLocked: true });
    if (!author) throw new NotFoundError('There is no such author.');
    const before = await loadPersonaTexts(author);
    const after = { ...words, voice: words.voice ?? before.voice };
    const changed = listChangedParts(before, after);
    // If the author already has the new values, the client has repeated a request whose response was lost.
    if (!changed.length) return;
    if (hashPersonaTexts(before) !== base) {
      const editorName =
        (await findLastAuthorEdit(transaction, author.id))?.actorName ?? 'The library';
      throw new ConflictError(
        `${editorName} has edited this author in the meantime. Compare, then save again.`,
      );
    }
    // An unchanged voice is not stored, so that the author's voice continues to follow the library's file.
    const voice = changed.includes('voice') ? after.voice : undefined;
    await updateAuthorTexts(transaction, author.id, after, voice);
    await detachAuthorFromLibrary(transaction, author.id);
    await recordAuditEvent(transaction, member, {
      action: EDIT_ACTION,
      id: author.id,
      name: author.profile.alias,
      before: pickParts(before, changed),
      after: pickParts(after, changed),
    });
    if (author.status === 'active')
      await announceContentChangeAndEnqueueJobs(transaction, [
        'authors',
        ...getCacheKeysOfAuthors([author.profile]),
      ]);
  });
}

/** Returns the audit log entry of the last edit to an author, or `undefined` if no editor has edited the author. */
export function findLastAuthorEdit(queries: Queries, id: string) {
  return findLastAuditEvent(queries, { action: EDIT_ACTION, id });
}

type PersonaPart = keyof PersonaTexts;

function listChangedParts(before: PersonaTexts, after: PersonaTexts): PersonaPart[] {
  return (Object.keys(after) as PersonaPart[]).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  );
}

function pickParts(texts: PersonaTexts, parts: readonly PersonaPart[]): Partial<PersonaTexts> {
  return Object.fromEntries(parts.map((part) => [part, texts[part]]));
}
