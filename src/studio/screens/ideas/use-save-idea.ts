import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Idea, IdeaFields, MostSimilarText } from '#domain/studio/ideas.ts';
import { ApiError } from '#ui/lib/api.ts';
import { useRefetchAiQueries } from '../../lib/ai-requests.ts';
import { studioApi } from '../../lib/studio-api.ts';
import type { IdeaDraftEditor } from './use-idea-draft.ts';

/** The result of comparing an idea with the existing ideas and articles. `twin` is the most similar text. */
interface Likeness {
  twin: MostSimilarText | null;
  isTooAlike: boolean;
}

/**
 * Returns a function that saves the edited idea and then calls `onSaved`. If the idea is too similar to an existing
 * text, the function saves nothing and sets `likeness`. The next call then saves the idea anyway. If the editor changes
 * the idea in between, call `resetLikeness`, so that the next call compares the idea again.
 */
export function useSaveIdea(
  idea: Idea | undefined,
  { authorId, base, rebaseOn, removeStoredDraft }: IdeaDraftEditor,
  onSaved: () => void,
) {
  const [likeness, setLikeness] = useState<Likeness>();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ fields, mayBeAlike }: { fields: IdeaFields; mayBeAlike: boolean }) => {
      if (!mayBeAlike) {
        const similarity = await compareWithExistingTexts(fields, idea?.id);
        if (similarity.isTooAlike) {
          setLikeness(similarity);
          return;
        }
      }
      if (!idea) await studioApi.post('/ideas', { authorId, idea: fields, mayBeAlike });
      else {
        const newerIdea = await saveIdea(idea.id, { base, idea: fields, mayBeAlike });
        if (newerIdea) return rebaseOn(newerIdea);
      }
      removeStoredDraft();
      onSaved();
    },
    onSettled: useRefetchAiQueries(),
  });
  return {
    save: (fields: IdeaFields) => mutate({ fields, mayBeAlike: likeness?.isTooAlike ?? false }),
    isSaving: isPending,
    likeness,
    resetLikeness: () => setLikeness(undefined),
  };
}

/** Compares an idea with the existing ideas and articles, except the idea with the ID `excludedId`. */
function compareWithExistingTexts(
  { title, thesis, object }: IdeaFields,
  excludedId: string | undefined,
): Promise<Likeness> {
  return studioApi.post<Likeness>('/ideas/likeness', {
    ...{ title, thesis, object },
    ...(excludedId && { except: excludedId }),
  });
}

/**
 * Saves an idea. If another member has saved the idea since version `base`, saves nothing and resolves with the newer
 * version.
 */
async function saveIdea(
  id: string,
  change: { base: string | undefined; idea: IdeaFields; mayBeAlike: boolean },
): Promise<Idea | undefined> {
  try {
    await studioApi.put(`/ideas/${id}`, change);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const { idea } = await studioApi.get<{ idea: Idea }>(`/ideas/${id}`);
    if (idea.version === change.base) throw error;
    return idea;
  }
}
