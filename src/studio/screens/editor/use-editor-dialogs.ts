import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { type ArticleEditor, isSavedVersionUnpublished } from './article-editor.ts';
import type { EditorDialogName } from './editor-bar.tsx';

/**
 * Returns the name of the article editor's open dialog, and functions that open and close dialogs. If there is nothing
 * to publish, shows a message instead of the publish dialog. Opens the conflict dialog when autosave reports a
 * conflict.
 */
export function useEditorDialogs({ autosave }: ArticleEditor, article: EditorArticle) {
  const [opened, setOpened] = useState<EditorDialogName>();
  const [hasOpenedPublish, setHasOpenedPublish] = useState(false);
  const saveState = useSyncExternalStore(autosave.subscribe, () => autosave.state.kind);
  const isComplete =
    article.status === 'published' && saveState === 'saved' && !isSavedVersionUnpublished(article);

  const open = useCallback(
    (dialog: EditorDialogName) => {
      if (dialog === 'publish' && (isComplete || article.status === 'archived'))
        return showToast({ kind: 'info', text: NOTHING_TO_PUBLISH[String(isComplete)]! });
      if (dialog === 'publish') setHasOpenedPublish(true);
      setOpened(dialog);
    },
    [isComplete, article.status],
  );
  const close = useCallback(
    (dialog: EditorDialogName) =>
      setOpened((current) => (current === dialog ? undefined : current)),
    [],
  );
  const closeAny = useCallback(() => setOpened(undefined), []);

  // The conflict dialog opens automatically only once. After the editor closes it, the banner still offers to resolve
  // the conflict.
  useEffect(() => {
    if (saveState === 'conflict') setOpened('conflict');
  }, [saveState]);

  return {
    opened,
    open,
    /** Closes a dialog. Has no effect if another dialog, such as the conflict dialog, has replaced it. */
    close,
    /** Closes the open dialog. */
    closeAny,
    /** True once the publish dialog has been opened. */
    hasOpenedPublish,
  };
}

const NOTHING_TO_PUBLISH: Readonly<Record<string, string>> = {
  true: copy.article.nothingToPublish,
  false: copy.article.archivedCannotPublish,
};
