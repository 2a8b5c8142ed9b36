import { useState } from 'react';
import { z } from 'zod';
import { isSubcategory } from '#domain/categories.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { type DraftKey, readDraft, removeDraft } from '../../lib/draft-storage.ts';
import { isSameJson, mergeParts } from '../../lib/merge-parts.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';
import { createIdeaDraft, type IdeaDraft, ideaDraftSchema, toIdeaDraft } from './idea-draft.ts';

const storedEditSchema = z.object({
  authorId: z.string(),
  /** What was stored as it was begun. */
  begun: ideaDraftSchema,
  draft: ideaDraftSchema,
});

interface IdeaEdit extends z.infer<typeof storedEditSchema> {
  /** The version `begun` is; `undefined` of a new one. */
  base: string | undefined;
  /** When what is on show was written, where the form was gone before it was saved. */
  restoredAt: string | undefined;
  /** Whether somebody else has changed the idea since it was begun. */
  isOutdated: boolean;
}

/**
 * An idea being changed, or written where there is none yet. What is not saved outlives the form, the page and the tab.
 */
export function useIdeaEdit(
  idea: Idea | undefined,
  authors: readonly StudioAuthor[],
  member: string,
) {
  const place: DraftKey = { form: 'idea', member, id: idea?.id ?? 'new' };
  const [edit, setEdit] = useState(() => restoreOrBegin(place, idea, authors));
  const { authorId, begun, draft } = edit;
  const isChanged = !isSameJson(draft, begun);
  const { isStored, removeStoredDraft } = useStoredDraft(
    place,
    isChanged ? { authorId, begun, draft } : undefined,
  );
  return {
    ...edit,
    isStored,
    change: (parts: Partial<IdeaDraft>) =>
      setEdit((before) => ({ ...before, draft: { ...before.draft, ...parts } })),
    /** Whose it is to be; that author's shelf comes with it. */
    giveTo: ({ id, category, subcategory }: StudioAuthor) =>
      setEdit((before) => ({
        ...before,
        authorId: id,
        draft: { ...before.draft, category, subcategory },
      })),
    /** What is stored by now is what is gone on from; where one has written nothing, it is on show. */
    goOnFrom: (stored: Idea) => setEdit((before) => rebase(before, stored)),
    /** What is stored is on show again, and nothing of one's own. */
    discard: () =>
      setEdit(({ begun: stored, ...before }) =>
        idea ? { ...before, ...createUneditedFields(stored) } : createEdit(undefined, authors),
      ),
    /** It is saved. */
    removeStoredDraft,
  };
}

function restoreOrBegin(
  place: DraftKey,
  idea: Idea | undefined,
  authors: readonly StudioAuthor[],
): IdeaEdit {
  const now = createEdit(idea, authors);
  const kept = readDraft(place, z.object({ content: storedEditSchema }));
  if (!kept) return now;
  const edit = { ...now, ...kept.content, restoredAt: kept.at };
  // Whoever it was for may write no more.
  if (!authors.some(({ id }) => id === edit.authorId)) edit.authorId = now.authorId;
  const restored = idea ? rebase(edit, idea) : edit;
  if (!isSameJson(restored.draft, restored.begun)) return restored;
  // It had arrived, though nobody heard of it.
  removeDraft(place);
  return now;
}

function createEdit(idea: Idea | undefined, authors: readonly StudioAuthor[]): IdeaEdit {
  const [first] = authors;
  return {
    ...createUneditedFields(idea ? toIdeaDraft(idea) : createIdeaDraft(first)),
    authorId: idea?.authorId ?? first?.id ?? '',
    base: idea?.version,
  };
}

function createUneditedFields(begun: IdeaDraft) {
  return { begun, draft: begun, restoredAt: undefined, isOutdated: false };
}

function rebase(edit: IdeaEdit, idea: Idea): IdeaEdit {
  const begun = toIdeaDraft(idea);
  const after = { ...edit, begun, base: idea.version };
  if (isSameJson(begun, edit.begun)) return after;
  const draft = mergeParts(begun, edit.begun, edit.draft);
  // One's own shelf whole, where one half of each would be none.
  const { category, subcategory } = edit.draft;
  if (!isSubcategory(draft.category, draft.subcategory))
    Object.assign(draft, { category, subcategory });
  return { ...after, draft, isOutdated: true };
}
