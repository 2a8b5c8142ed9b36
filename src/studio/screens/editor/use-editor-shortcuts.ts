import { useEffect } from 'react';
import type { ArticleEditor } from './article-editor.ts';
import type { EditorDialogName } from './editor-bar.tsx';
import { moveFocusToAdjacentPart } from './manuscript-parts.ts';

/** Handles the keyboard shortcuts of the article editor. */
export function useEditorShortcuts(
  { autosave }: ArticleEditor,
  open: (dialog: EditorDialogName) => void,
): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey } = event;
      if (document.querySelector('[role=dialog][data-open]')) return;
      if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
        event.preventDefault();
        moveFocusToAdjacentPart(key === 'ArrowDown' ? 1 : -1);
      } else if ((metaKey || ctrlKey) && SHORTCUTS[key]) {
        event.preventDefault();
        event.stopPropagation();
        if (key === 's') void autosave.flush();
        else open(SHORTCUTS[key] as EditorDialogName);
      }
    };
    // The listener runs in the capture phase, before the text editor, which also handles some of these keys.
    addEventListener('keydown', handleKeyDown, true);
    return () => removeEventListener('keydown', handleKeyDown, true);
  }, [autosave, open]);
}

const SHORTCUTS: Readonly<Record<string, EditorDialogName | 'save'>> = {
  s: 'save',
  Enter: 'publish',
  '/': 'help',
};
