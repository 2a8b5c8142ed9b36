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
import {
  mergeDrafts,
  type PersonaDraft,
  personaDraftSchema,
  toPersonaDraft,
  toPersonaWords,
} from './persona-draft.ts';

/** How an edit stands. Whatever it is, what is not saved is kept in this browser, where that has room for it. */
export type PersonaEditState =
  | { kind: 'unchanged' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** The server cannot be reached, or is in trouble. */
  | { kind: 'offline' }
  /** The server does not take it as it is: `message` says why. */
  | { kind: 'refused'; message: string }
  /** Somebody else has edited it meanwhile: `message` says who. */
  | { kind: 'conflict'; message: string };

export interface PersonaEdit {
  draft: PersonaDraft;
  /** What it began with. */
  begun: PersonaDraft;
  state: PersonaEditState;
  /** Whether what is written outlives the page. */
  isStored: boolean;
  /** When what is on show was written, where the page was gone before it was saved. */
  restoredAt: string | undefined;
  /** Whether somebody else had edited it by the time it was gone on with. */
  isOutdated: boolean;
  change: (parts: Partial<PersonaDraft>) => void;
  /** `onSaved`: everything is, what was written meanwhile too. */
  save: (onSaved: () => void) => void;
  /** What somebody else has made of it is on show, and nothing of one's own. */
  takeTheirs: (theirs: StudioAuthorProfile) => void;
  /** What is written is thrown away, for good: the form goes. */
  discard: () => void;
  /** What one has written is on show, over what somebody else has made of it. */
  keepOurs: (theirs: StudioAuthorProfile) => void;
}

interface SaveVariables {
  sent: PersonaDraft;
  onSaved: () => void;
}

const storedEditSchema = z.object({
  /** The version it was begun with. */
  base: z.string(),
  /** What that said. */
  begun: personaDraftSchema,
  draft: personaDraftSchema,
});
type EditValues = z.infer<typeof storedEditSchema> &
  Partial<Pick<PersonaEdit, 'restoredAt' | 'isOutdated'>>;

/** A persona being edited by a member. What is not saved yet outlives the page and the tab. */
export function usePersonaEdit(
  id: string,
  whole: StudioAuthorProfile,
  member: string,
): PersonaEdit {
  const place: DraftKey = { form: 'persona', member, id };
  const queries = useQueryClient();
  const refresh = useInvalidateAiQueries();
  const [edit, setEdit] = useState<EditValues>(() => restoreOrBegin(place, whole));
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
    mutationFn: ({ sent }: SaveVariables) =>
      studioApi.put<StudioAuthorProfile>(`/authors/${id}`, { base, words: toPersonaWords(sent) }),
    onSuccess: (stored, { sent, onSaved }) => {
      queries.setQueryData(authorQuery(id).queryKey, stored);
      if (onShow.current === sent) {
        removeStoredDraft();
        onSaved();
      }
      const saved = toPersonaDraft(stored);
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
    const theirs = toPersonaDraft(stored);
    save.reset();
    queries.setQueryData(authorQuery(id).queryKey, stored);
    setEdit({ base: stored.version, begun: theirs, draft: choose(theirs) });
  }

  return {
    draft,
    begun,
    state: getState(save, isChanged),
    isStored,
    restoredAt: edit.restoredAt,
    isOutdated: edit.isOutdated ?? false,
    change: (parts) => {
      // Whose words hold stays open until it is decided.
      if (save.error && !isConflict(save.error)) save.reset();
      setEdit((before) => ({ ...before, draft: { ...before.draft, ...parts } }));
    },
    save: (onSaved) => save.mutate({ sent: draft, onSaved }),
    discard: removeStoredDraft,
    takeTheirs: (stored) => settle(stored, (theirs) => theirs),
    keepOurs: (stored) => settle(stored, (theirs) => mergeDrafts(theirs, begun, draft)),
  };
}

function restoreOrBegin(place: DraftKey, whole: StudioAuthorProfile): EditValues {
  const stored = toPersonaDraft(whole);
  const now = { base: whole.version, begun: stored, draft: stored };
  const kept = readDraft(place, z.object({ content: storedEditSchema }));
  if (!kept) return now;
  const { content, at } = kept;
  if (!isSameJson(content.draft, personaDraftSchema.parse(stored)))
    return { ...content, restoredAt: at, isOutdated: content.base !== whole.version };
  // It had arrived, though nobody heard of it.
  removeDraft(place);
  return now;
}

function getState(
  { isPending, error }: { isPending: boolean; error: Error | null },
  isChanged: boolean,
): PersonaEditState {
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
