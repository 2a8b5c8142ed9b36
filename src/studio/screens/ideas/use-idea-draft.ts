import { useState } from 'react';
import { z } from 'zod';
import { isSubcategoryOf } from '#domain/categories.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import type { SearchableAuthors } from '../../lib/author-queries.ts';
import { type FormDraftKey, readFormDraft, removeFormDraft } from '../../lib/draft-storage.ts';
import { isSameJson, mergeDocumentParts } from '../../lib/merge-document-parts.ts';
import { useStoreFormDraft } from '../../lib/use-store-form-draft.ts';
import { createIdeaDraft, type IdeaDraft, ideaDraftSchema, toIdeaDraft } from './idea-draft.ts';

const storedEditSchema = z.object({
  authorId: z.string(),
  /** Content of the stored idea on which the edit is based. */
  begun: ideaDraftSchema,
  draft: ideaDraftSchema,
});

interface IdeaEdit extends z.infer<typeof storedEditSchema> {
  /** Version of the stored idea on which the edit is based, or `undefined` for a new idea. */
  base: string | undefined;
  /** Time of a restored draft's last change (ISO 8601). */
  restoredAt: string | undefined;
  /** True if another member has changed the idea since the edit began. */
  isOutdated: boolean;
}

export type IdeaDraftEditor = ReturnType<typeof useIdeaDraft>;

/**
 * Manages the unsaved changes to an idea. Returns the draft and functions that change the draft. The changes are kept
 * when the form, the page or the tab is closed.
 */
export function useIdeaDraft(idea: Idea | undefined, choices: SearchableAuthors, member: string) {
  const draftKey: FormDraftKey = { form: 'idea', member, id: idea?.id ?? 'new' };
  const [edit, setEdit] = useState(() => restoreOrStartEdit(draftKey, idea, choices));
  const { authorId, begun, draft } = edit;
  const isChanged = !isSameJson(draft, begun);
  const { isStored, removeStoredDraft } = useStoreFormDraft(
    draftKey,
    isChanged ? { authorId, begun, draft } : undefined,
  );
  return {
    ...edit,
    isStored,
    change: (parts: Partial<IdeaDraft>) =>
      setEdit((current) => ({ ...current, draft: { ...current.draft, ...parts } })),
    /** Assigns the idea to an author, and sets that author's category and subcategory. */
    assignTo: ({ id, category, subcategory }: StudioAuthor) =>
      setEdit((current) => ({
        ...current,
        authorId: id,
        draft: { ...current.draft, category, subcategory },
      })),
    /** Bases the edit on a newer stored version. Parts that the editor has not changed get that version's content. */
    rebaseOn: (stored: Idea) => setEdit((current) => rebase(current, stored)),
    /** Discards the changes, so that the form shows the stored version. */
    discard: () =>
      setEdit(({ begun: stored, ...current }) =>
        idea ? { ...current, ...createUneditedFields(stored) } : createEdit(undefined, choices),
      ),
    /** Removes the draft from the browser's storage. Call it after saving. */
    removeStoredDraft,
  };
}

function restoreOrStartEdit(
  draftKey: FormDraftKey,
  idea: Idea | undefined,
  choices: SearchableAuthors,
): IdeaEdit {
  const initialEdit = createEdit(idea, choices);
  const storedDraft = readFormDraft(draftKey, z.object({ content: storedEditSchema }));
  if (!storedDraft) return initialEdit;
  const edit = { ...initialEdit, ...storedDraft.content, restoredAt: storedDraft.at };
  // If the author in the stored draft is not an active author, the default author is selected.
  const isAuthorAvailable =
    choices.search || choices.authors?.some(({ id }) => id === edit.authorId);
  if (!isAuthorAvailable) edit.authorId = initialEdit.authorId;
  const restored = idea ? rebase(edit, idea) : edit;
  if (!isSameJson(restored.draft, restored.begun)) return restored;
  // The draft equals the stored version, so an earlier save succeeded even though its response was lost. The draft is
  // no longer needed.
  removeFormDraft(draftKey);
  return initialEdit;
}

function createEdit(idea: Idea | undefined, { authors = [] }: SearchableAuthors): IdeaEdit {
  const [firstAuthor] = authors;
  return {
    ...createUneditedFields(idea ? toIdeaDraft(idea) : createIdeaDraft(firstAuthor)),
    authorId: idea?.authorId ?? firstAuthor?.id ?? '',
    base: idea?.version,
  };
}

function createUneditedFields(begun: IdeaDraft) {
  return { begun, draft: begun, restoredAt: undefined, isOutdated: false };
}

function rebase(edit: IdeaEdit, idea: Idea): IdeaEdit {
  const begun = toIdeaDraft(idea);
  const rebased = { ...edit, begun, base: idea.version };
  if (isSameJson(begun, edit.begun)) return rebased;
  const draft = mergeDocumentParts(begun, edit.begun, edit.draft);
  // If the merged category and subcategory do not match, both are taken from the editor's draft.
  const { category, subcategory } = edit.draft;
  if (!isSubcategoryOf(draft.category, draft.subcategory))
    Object.assign(draft, { category, subcategory });
  return { ...rebased, draft, isOutdated: true };
}
