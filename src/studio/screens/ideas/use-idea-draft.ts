import { useState } from 'react';
import { z } from 'zod';
import { isSubcategory } from '#domain/categories.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { type DraftKey, readDraft, removeDraft } from '../../lib/draft-storage.ts';
import { isSameJson, mergeParts } from '../../lib/merge-parts.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';
import { blankDraft, draftOf, type IdeaDraft, ideaDraftSchema } from './idea-draft.ts';

const keptSchema = z.object({
  authorId: z.string(),
  /** What was stored as it was begun. */
  begun: ideaDraftSchema,
  draft: ideaDraftSchema,
});

interface Edit extends z.infer<typeof keptSchema> {
  /** The version `begun` is; `undefined` of a new one. */
  base: string | undefined;
  /** When what is on show was written, where the form was gone before it was saved. */
  restoredAt: string | undefined;
  /** Whether somebody else has changed the idea since it was begun. */
  isOvertaken: boolean;
}

/**
 * An idea being changed, or written where there is none yet. What is not saved outlives the form, the page and the tab.
 */
export function useIdeaDraft(
  idea: Idea | undefined,
  authors: readonly StudioAuthor[],
  member: string,
) {
  const place: DraftKey = { form: 'idea', member, id: idea?.id ?? 'new' };
  const [edit, setEdit] = useState(() => begin(place, idea, authors));
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
    goOnFrom: (stored: Idea) => setEdit((before) => goneOn(before, stored)),
    /** What is stored is on show again, and nothing of one's own. */
    discard: () =>
      setEdit(({ begun: stored, ...before }) =>
        idea ? { ...before, ...unwritten(stored) } : fresh(undefined, authors),
      ),
    /** It is saved. */
    removeStoredDraft,
  };
}

function begin(place: DraftKey, idea: Idea | undefined, authors: readonly StudioAuthor[]): Edit {
  const now = fresh(idea, authors);
  const kept = readDraft(place, z.object({ content: keptSchema }));
  if (!kept) return now;
  const edit = { ...now, ...kept.content, restoredAt: kept.at };
  // Whoever it was for may write no more.
  if (!authors.some(({ id }) => id === edit.authorId)) edit.authorId = now.authorId;
  const restored = idea ? goneOn(edit, idea) : edit;
  if (!isSameJson(restored.draft, restored.begun)) return restored;
  // It had arrived, though nobody heard of it.
  removeDraft(place);
  return now;
}

function fresh(idea: Idea | undefined, authors: readonly StudioAuthor[]): Edit {
  const [first] = authors;
  return {
    ...unwritten(idea ? draftOf(idea) : blankDraft(first)),
    authorId: idea?.authorId ?? first?.id ?? '',
    base: idea?.version,
  };
}

function unwritten(begun: IdeaDraft) {
  return { begun, draft: begun, restoredAt: undefined, isOvertaken: false };
}

function goneOn(edit: Edit, idea: Idea): Edit {
  const begun = draftOf(idea);
  const after = { ...edit, begun, base: idea.version };
  if (isSameJson(begun, edit.begun)) return after;
  const draft = mergeParts(begun, edit.begun, edit.draft);
  // One's own shelf whole, where one half of each would be none.
  const { category, subcategory } = edit.draft;
  if (!isSubcategory(draft.category, draft.subcategory))
    Object.assign(draft, { category, subcategory });
  return { ...after, draft, isOvertaken: true };
}
