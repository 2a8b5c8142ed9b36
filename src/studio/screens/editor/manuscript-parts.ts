import { type EditorState, TextSelection } from '@tiptap/pm/state';
import type { ArticleEditor, CaretPosition, EditorPanelName } from './article-editor.ts';
import { hasParagraphText } from './prose-serialization.ts';

/** Pattern for the paths of manuscript parts that the details panel edits. */
const DETAIL_PATHS =
  /^(slug|category|subcategory|keywords|startsHere|hasAudio|alt|picture|corrections)/;

/** Returns the panel in which a part of the manuscript is edited. */
export function findPanelOfPart(path: string): EditorPanelName {
  if (path.startsWith('claims')) return 'claims';
  if (path === 'length') return 'checks';
  return DETAIL_PATHS.test(path) ? 'details' : 'write';
}

/**
 * Moves the caret to a part of the manuscript, such as `title`, `introduction.2` or `keyPoints.0.paragraphs`. The panel
 * that contains the part must be visible.
 */
export function moveCaretToPart({ proseEditors }: ArticleEditor, path: string): void {
  for (const [part, editor] of proseEditors) {
    if (path !== part && !path.startsWith(`${part}.`)) continue;
    const paragraphIndex = Number(path.slice(part.length + 1)) || 0;
    const { doc, tr } = editor.state;
    // The index in a paragraph's path counts only paragraphs with text, because the preview omits the others.
    let index = -1;
    let position = 1;
    doc.forEach((paragraph, offset) => {
      if (hasParagraphText(paragraph) && ++index === paragraphIndex) position = offset + 1;
    });
    editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position))));
    editor.view.focus();
    scrollToCenter(editor.view.domAtPos(position).node.parentElement ?? editor.view.dom);
    return;
  }
  const field = findField(path) ?? findField(path.replace(/\.\d+$/, ''));
  if (!field) return;
  field.focus({ preventScroll: true });
  scrollToCenter(field);
}

/** Returns the caret's position in the prose editor for the part at the given path. */
export function getProseCaret(
  { doc, selection: { $from } }: EditorState,
  path: string,
): CaretPosition {
  const paragraph = $from.parent;
  // The index in a paragraph's path does not count empty paragraphs, because the preview omits them.
  const index = doc.children.slice(0, $from.index(0)).filter(hasParagraphText).length;
  return {
    path: `${path}.${index}`,
    text: paragraph.textContent,
    at: paragraph.textBetween(0, $from.parentOffset).length,
  };
}

/** Moves focus to the next or previous visible part of the manuscript. */
export function moveFocusToAdjacentPart(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')].filter((part) =>
    part.checkVisibility(),
  );
  const currentIndex = parts.findIndex((part) => part.contains(document.activeElement));
  const nextPart = parts[currentIndex === -1 ? 0 : currentIndex + step];
  nextPart?.focus({ preventScroll: true });
  if (nextPart) scrollToCenter(nextPart);
}

function findField(path: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-part="${CSS.escape(path)}"]`);
}

function scrollToCenter(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}
