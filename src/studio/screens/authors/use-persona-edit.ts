import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { ApiError } from '#ui/lib/api.ts';
import { useRefetchAiQueries } from '../../lib/ai-requests.ts';
import { authorQuery } from '../../lib/author-queries.ts';
import { type FormDraftKey, readFormDraft, removeFormDraft } from '../../lib/draft-storage.ts';
import { isSameJson } from '../../lib/merge-document-parts.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useStoreFormDraft } from '../../lib/use-store-form-draft.ts';
import {
  mergePersonaDrafts,
  type PersonaDraft,
  personaDraftSchema,
  toPersonaDraft,
  toPersonaTexts,
} from './persona-draft.ts';

/**
 * The save state of an edited persona. In each state except `unchanged`, the browser also stores the draft if its
 * storage is available.
 */
export type PersonaSaveState =
  | { kind: 'unchanged' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /**
   * The draft could not be saved, because the server cannot be reached, has failed, or has received
   * too many requests.
   */
  | { kind: 'offline' }
  /** The server has rejected the draft. `message` explains why. */
  | { kind: 'refused'; message: string }
  /**
   * The stored persona has changed since the edit began. `message` names the editor who changed it,
   * or the library.
   */
  | { kind: 'conflict'; message: string };

export interface PersonaEdit {
  draft: PersonaDraft;
  /** Content of the stored version on which the edit is based. */
  begun: PersonaDraft;
  state: PersonaSaveState;
  /** True if the draft is stored in the browser, so that closing the page does not lose it. */
  isStored: boolean;
  /** Time of a restored draft's last change (ISO 8601). */
  restoredAt: string | undefined;
  /** True if the draft was restored, and the stored persona has changed since the edit began. */
  isOutdated: boolean;
  change: (parts: Partial<PersonaDraft>) => void;
  /** Saves the draft. Afterwards, calls `onSaved` if the draft has not changed in the meantime. */
  save: (onSaved: () => void) => void;
  /** Replaces the draft with the given stored version. */
  replaceWithStoredVersion: (stored: StudioAuthorProfile) => void;
  /** Removes the draft from the browser's storage. Call it before the form closes. */
  discard: () => void;
  /**
   * Keeps the draft's changes, and bases them on the given stored version. The next save overwrites
   * that version.
   */
  keepOwnVersion: (theirs: StudioAuthorProfile) => void;
}

interface SaveVariables {
  sent: PersonaDraft;
  onSaved: () => void;
}

const storedEditSchema = z.object({
  /** Identifier of the stored version on which the edit is based. */
  base: z.string(),
  /** Content of the stored version on which the edit is based. */
  begun: personaDraftSchema,
  draft: personaDraftSchema,
});
type EditValues = z.infer<typeof storedEditSchema> &
  Partial<Pick<PersonaEdit, 'restoredAt' | 'isOutdated'>>;

/**
 * Manages the unsaved changes to a persona. Returns the draft, its state, and functions that change and save the draft.
 * The changes are kept when the page or the tab is closed.
 */
export function usePersonaEdit(
  id: string,
  profile: StudioAuthorProfile,
  member: string,
): PersonaEdit {
  const draftKey: FormDraftKey = { form: 'persona', member, id };
  const queryClient = useQueryClient();
  const refresh = useRefetchAiQueries();
  const [edit, setEdit] = useState<EditValues>(() => restoreOrStartEdit(draftKey, profile));
  const { draft, begun, base } = edit;
  const isChanged = !isSameJson(draft, begun);
  const { isStored, removeStoredDraft } = useStoreFormDraft(
    draftKey,
    isChanged ? { base, begun, draft } : undefined,
  );
  /** The draft that the form shows, or `undefined` once the form has been closed. */
  const displayedDraft = useRef<PersonaDraft>(undefined);

  useEffect(() => {
    displayedDraft.current = draft;
    return () => {
      displayedDraft.current = undefined;
    };
  }, [draft]);

  const save = useMutation({
    mutationFn: ({ sent }: SaveVariables) =>
      studioApi.put<StudioAuthorProfile>(`/authors/${id}`, { base, words: toPersonaTexts(sent) }),
    onSuccess: (stored, { sent, onSaved }) => {
      queryClient.setQueryData(authorQuery(id).queryKey, stored);
      if (displayedDraft.current === sent) {
        removeStoredDraft();
        onSaved();
      }
      const saved = toPersonaDraft(stored);
      setEdit(({ draft: currentDraft }) => ({
        base: stored.version,
        begun: saved,
        draft: currentDraft === sent ? saved : currentDraft,
      }));
      void refresh();
    },
    // No toast is shown, because the form shows the error.
    onError: () => undefined,
  });

  /** Bases the edit on a stored version. `choose` receives the content of this version and returns the new draft. */
  function rebaseOn(stored: StudioAuthorProfile, choose: (theirs: PersonaDraft) => PersonaDraft) {
    const theirs = toPersonaDraft(stored);
    save.reset();
    queryClient.setQueryData(authorQuery(id).queryKey, stored);
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
      // A change to the draft clears the error of an earlier attempt to save. A conflict stays until the editor has
      // resolved it.
      if (save.error && !isConflict(save.error)) save.reset();
      setEdit((current) => ({ ...current, draft: { ...current.draft, ...parts } }));
    },
    save: (onSaved) => save.mutate({ sent: draft, onSaved }),
    discard: removeStoredDraft,
    replaceWithStoredVersion: (stored) => rebaseOn(stored, (theirs) => theirs),
    keepOwnVersion: (stored) =>
      rebaseOn(stored, (theirs) => mergePersonaDrafts(theirs, begun, draft)),
  };
}

function restoreOrStartEdit(draftKey: FormDraftKey, profile: StudioAuthorProfile): EditValues {
  const storedContent = toPersonaDraft(profile);
  const initialEdit = { base: profile.version, begun: storedContent, draft: storedContent };
  const storedDraft = readFormDraft(draftKey, z.object({ content: storedEditSchema }));
  if (!storedDraft) return initialEdit;
  const { content, at } = storedDraft;
  if (!isSameJson(content.draft, personaDraftSchema.parse(storedContent)))
    return { ...content, restoredAt: at, isOutdated: content.base !== profile.version };
  // The draft equals the stored version, so an earlier save succeeded even though its response was lost. The draft is
  // no longer needed.
  removeFormDraft(draftKey);
  return initialEdit;
}

function getState(
  { isPending, error }: { isPending: boolean; error: Error | null },
  isChanged: boolean,
): PersonaSaveState {
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
