import type { StudioAuthor, StudioAuthorProfile } from '#domain/studio/personas.ts';
import {
  type AuthorForEditors,
  findAuthorForEditors,
} from '#server/catalogue/authors/editor-authors.ts';
import { listImportNotes } from '#server/catalogue/library/import-notes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { findLastAuthorEdit } from './edit-author.ts';
import { hashPersonaTexts, loadPersonaTexts } from './persona-texts.ts';

/** Returns an author's full profile for the studio. Throws {@link NotFoundError} if the author does not exist. */
export async function loadAuthorProfile(
  queries: Queries,
  id: string,
): Promise<StudioAuthorProfile> {
  const author = await findAuthorForEditors(queries, id);
  if (!author) throw new NotFoundError('There is no such author.');
  const texts = await loadPersonaTexts(author);
  const edit = await findLastAuthorEdit(queries, author.id);
  return {
    author: toStudioAuthor(author),
    profile: author.profile,
    voice: texts.voice,
    version: hashPersonaTexts(texts),
    edited: edit ? { by: edit.actorName, at: edit.at.toISOString() } : null,
    libraryNotes: (await listImportNotes(queries, [id])).map(({ note }) => note),
  };
}

/** Converts an author to an entry of the studio's author lists. */
export function toStudioAuthor({
  profile,
  aliasKey: _,
  voice: _voice,
  ...author
}: AuthorForEditors): StudioAuthor {
  const { alias, tagline, expertise, targetAudience } = profile;
  const { category, subcategory } = expertise;
  return {
    ...author,
    alias,
    tagline,
    category,
    subcategory,
    level: targetAudience.level,
    createdAt: author.createdAt.toISOString(),
  };
}
