import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allArticlesQuery } from '../../lib/article-queries.ts';
import type { ArticleEditor } from './article-editor.ts';

/**
 * Saves the text when the article editor closes, the page is hidden, the window loses focus, or the browser comes back
 * online.
 */
export function useAutosaveTriggers({ autosave }: ArticleEditor): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    autosave.start();
    const save = () => void autosave.flush();
    const saveLast = () => {
      if (document.visibilityState === 'hidden') void autosave.flush(true);
    };
    // If closing the page would lose unsaved text, canceling the event makes the browser ask for confirmation.
    const preventLoss = (event: BeforeUnloadEvent) => {
      if (!autosave.isStored) event.preventDefault();
    };
    addEventListener('blur', save);
    addEventListener('beforeunload', preventLoss);
    addEventListener('online', save);
    document.addEventListener('visibilitychange', saveLast);
    return () => {
      removeEventListener('blur', save);
      removeEventListener('beforeunload', preventLoss);
      removeEventListener('online', save);
      document.removeEventListener('visibilitychange', saveLast);
      void autosave
        .stop()
        .then(() => queryClient.invalidateQueries({ queryKey: allArticlesQuery.queryKey }));
    };
  }, [autosave, queryClient]);
}
