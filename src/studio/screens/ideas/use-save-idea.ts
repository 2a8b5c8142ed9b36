import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Idea, IdeaFields, MostSimilarText } from '#domain/studio/ideas.ts';
import { ApiError } from '#ui/lib/api.ts';
import { useRefetchAiQueries } from '../../lib/ai-requests.ts';
import { studioApi } from '../../lib/studio-api.ts';
import type { IdeaDraftEditor } from './use-idea-draft.ts';

/**
 * The result of comparing an idea with the existing ideas and articles. `mostSimilar` is the idea or article that is
 * most similar.
 */
interface IdeaSimilarity {
  mostSimilar: MostSimilarText | null;
  isTooSimilar: boolean;
}

/**
 * Returns a function that saves the edited idea and then calls `onSaved`. If the idea is too similar to an existing
 * text, the function saves nothing and sets `similarity`. The next call then saves the idea anyway. If the editor
 * changes the idea in between, call `resetSimilarity`, so that the next call compares the idea again.
 */
export function useSaveIdea(
  idea: Idea | undefined,
  { authorId, base, rebaseOn, removeStoredDraft }: IdeaDraftEditor,
  onSaved: () => void,
) {
  const [similarity, setSimilarity] = useState<IdeaSimilarity>();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ fields, allowSimilar }: { fields: IdeaFields; allowSimilar: boolean }) => {
      if (!allowSimilar) {
        const result = await compareWithExistingTexts(fields, idea?.id);
        if (result.isTooSimilar) {
          setSimilarity(result);
          return;
        }
      }
      if (!idea) await studioApi.post('/ideas', { authorId, idea: fields, allowSimilar });
      else {
        const newerIdea = await saveIdea(idea.id, { base, idea: fields, allowSimilar });
        if (newerIdea) return rebaseOn(newerIdea);
      }
      removeStoredDraft();
      onSaved();
    },
    onSettled: useRefetchAiQueries(),
  });
  return {
    save: (fields: IdeaFields) =>
      mutate({ fields, allowSimilar: similarity?.isTooSimilar ?? false }),
    isSaving: isPending,
    similarity,
    resetSimilarity: () => setSimilarity(undefined),
  };
}

/** Compares an idea with the existing ideas and articles, except the idea with the ID `excludedId`. */
function compareWithExistingTexts(
  { title, thesis, object }: IdeaFields,
  excludedId: string | undefined,
): Promise<IdeaSimilarity> {
  return studioApi.post<IdeaSimilarity>('/ideas/similarity', {
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
  change: { base: string | undefined; idea: IdeaFields; allowSimilar: boolean },
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
