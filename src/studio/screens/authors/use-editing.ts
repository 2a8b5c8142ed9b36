import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { ApiError } from '#ui/lib/api.ts';
import { useInvalidateAiQueries } from '../../lib/ai-requests.ts';
import { type DraftKey, readDraft, removeDraft } from '../../lib/draft-storage.ts';
import { isSameJson } from '../../lib/merge-parts.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';
import { authorQuery } from './author-query.ts';
import { draftOf, draftSchema, mergedInto, type PersonaDraft, wordsOf } from './persona-draft.ts';

/** How an edit stands. Whatever it is, what is not saved is kept in this browser, where that has room for it. */
export type EditState =
  | { kind: 'unchanged' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** The server cannot be reached, or is in trouble. */
  | { kind: 'offline' }
  /** The server does not take it as it is: `message` says why. */
  | { kind: 'refused'; message: string }
  /** Somebody else has edited it meanwhile: `message` says who. */
  | { kind: 'conflict'; message: string };

export interface Editing {
  draft: PersonaDraft;
  /** What it began with. */
  begun: PersonaDraft;
  state: EditState;
  /** Whether what is written outlives the page. */
  isStored: boolean;
  /** When what is on show was written, where the page was gone before it was saved. */
  restoredAt: string | undefined;
  /** Whether somebody else had edited it by the time it was gone on with. */
  isOvertaken: boolean;
  change: (parts: Partial<PersonaDraft>) => void;
  /** `onSaved`: everything is, what was written meanwhile too. */
  save: (onSaved: () => void) => void;
  /** What somebody else has made of it is on show, and nothing of one's own. */
  take: (theirs: StudioAuthorProfile) => void;
  /** What is written is thrown away, for good: the form goes. */
  drop: () => void;
  /** What one has written is on show, over what somebody else has made of it. */
  keep: (theirs: StudioAuthorProfile) => void;
}

interface Sent {
  sent: PersonaDraft;
  onSaved: () => void;
}

const keptSchema = z.object({
  /** The version it was begun with. */
  base: z.string(),
  /** What that said. */
  begun: draftSchema,
  draft: draftSchema,
});
type Edit = z.infer<typeof keptSchema> & Partial<Pick<Editing, 'restoredAt' | 'isOvertaken'>>;

/** A persona being edited by a member. What is not saved yet outlives the page and the tab. */
export function useEditing(id: string, whole: StudioAuthorProfile, member: string): Editing {
  const place: DraftKey = { form: 'persona', member, id };
  const queries = useQueryClient();
  const refresh = useInvalidateAiQueries();
  const [edit, setEdit] = useState<Edit>(() => begin(place, whole));
  const { draft, begun, base } = edit;
  const isChanged = !isSameJson(draft, begun);
  const { isStored, removeStoredDraft } = useStoredDraft(
    place,
    isChanged ? { base, begun, draft } : undefined,
  );
  /** What is on show; nothing once the form is gone. */
  const onShow = useRef<PersonaDraft>(undefined);

  useEffect(() => {
    onShow.current = draft;
    return () => {
      onShow.current = undefined;
    };
  }, [draft]);

  const save = useMutation({
    mutationFn: ({ sent }: Sent) =>
      studioApi.put<StudioAuthorProfile>(`/authors/${id}`, { base, words: wordsOf(sent) }),
    onSuccess: (stored, { sent, onSaved }) => {
      queries.setQueryData(authorQuery(id).queryKey, stored);
      if (onShow.current === sent) {
        removeStoredDraft();
        onSaved();
      }
      const saved = draftOf(stored);
      setEdit(({ draft: now }) => ({
        base: stored.version,
        begun: saved,
        draft: now === sent ? saved : now,
      }));
      void refresh();
    },
    // The form says it, for as long as it is so.
    onError: () => undefined,
  });

  /** Shows what is stored, or what one has written over it. */
  function settle(stored: StudioAuthorProfile, choose: (theirs: PersonaDraft) => PersonaDraft) {
    const theirs = draftOf(stored);
    save.reset();
    queries.setQueryData(authorQuery(id).queryKey, stored);
    setEdit({ base: stored.version, begun: theirs, draft: choose(theirs) });
  }

  return {
    draft,
    begun,
    state: stateOf(save, isChanged),
    isStored,
    restoredAt: edit.restoredAt,
    isOvertaken: edit.isOvertaken ?? false,
    change: (parts) => {
      // Whose words hold stays open until it is decided.
      if (save.error && !isConflict(save.error)) save.reset();
      setEdit((before) => ({ ...before, draft: { ...before.draft, ...parts } }));
    },
    save: (onSaved) => save.mutate({ sent: draft, onSaved }),
    drop: removeStoredDraft,
    take: (stored) => settle(stored, (theirs) => theirs),
    keep: (stored) => settle(stored, (theirs) => mergedInto(theirs, begun, draft)),
  };
}

function begin(place: DraftKey, whole: StudioAuthorProfile): Edit {
  const stored = draftOf(whole);
  const now = { base: whole.version, begun: stored, draft: stored };
  const kept = readDraft(place, z.object({ content: keptSchema }));
  if (!kept) return now;
  const { content, at } = kept;
  if (!isSameJson(content.draft, draftSchema.parse(stored)))
    return { ...content, restoredAt: at, isOvertaken: content.base !== whole.version };
  // It had arrived, though nobody heard of it.
  removeDraft(place);
  return now;
}

function stateOf(
  { isPending, error }: { isPending: boolean; error: Error | null },
  isChanged: boolean,
): EditState {
  if (isPending) return { kind: 'saving' };
  if (!isChanged) return { kind: 'unchanged' };
  if (!error) return { kind: 'changed' };
  if (isConflict(error)) return { kind: 'conflict', message: error.message };
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return isRefused ? { kind: 'refused', message: error.message } : { kind: 'offline' };
}

function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.status === 409;
}
