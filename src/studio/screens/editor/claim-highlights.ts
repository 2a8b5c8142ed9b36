import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { htmlToComparableText } from '#domain/studio/plain-text.ts';

const PLUGIN_KEY = new PluginKey<DecorationSet>('cover-marks');

/** Metadata key of the transaction that reports changed claims to the editor. */
export const CLAIMS_CHANGED_META_KEY = PLUGIN_KEY;

/**
 * Creates a Tiptap extension that highlights the passages covered by claims. Matching ignores markup and the style of
 * quotation marks.
 */
export function createClaimHighlightExtension(passages: () => readonly string[]): Extension {
  return Extension.create({
    name: 'coverMarks',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key: PLUGIN_KEY,
          state: {
            init: (_, { doc }) => createDecorations(doc, passages()),
            apply: (transaction, marks) =>
              transaction.docChanged || transaction.getMeta(PLUGIN_KEY)
                ? createDecorations(transaction.doc, passages())
                : marks,
          },
          props: { decorations: (state) => PLUGIN_KEY.getState(state) },
        }),
      ];
    },
  });
}

function createDecorations(doc: Node, passages: readonly string[]): DecorationSet {
  const looked = passages.map(htmlToComparableText).filter(Boolean);
  if (!looked.length) return DecorationSet.empty;
  const marks: Decoration[] = [];
  doc.forEach((paragraph, offset) => {
    for (const { from, to } of findPassages(paragraph, looked))
      marks.push(Decoration.inline(offset + 1 + from, offset + 1 + to, { class: 'covered' }));
  });
  return DecorationSet.create(doc, marks);
}

/**
 * Finds passages in a paragraph. Returns the ProseMirror offsets at which each passage starts and ends. `passages` must
 * be normalized by {@link htmlToComparableText}.
 */
export function findPassages(
  paragraph: Node,
  passages: readonly string[],
): { from: number; to: number }[] {
  let text = '';
  /** For each character of `text`, its offset in the paragraph. */
  const places: number[] = [];
  paragraph.forEach((node, offset) => {
    if (!node.isText) return;
    for (let at = 0; at < node.text!.length; at++) {
      const char = node.text![at]!;
      const isSpace = /\s/.test(char);
      if (isSpace && (!text || text.endsWith(' '))) continue;
      text += isSpace ? ' ' : (STRAIGHT_QUOTES[char] ?? char);
      places.push(offset + at);
    }
  });
  return passages.flatMap((passage) => {
    const found: { from: number; to: number }[] = [];
    for (let at = text.indexOf(passage); at !== -1; at = text.indexOf(passage, at + 1))
      found.push({ from: places[at]!, to: places[at + passage.length - 1]! + 1 });
    return found;
  });
}

const STRAIGHT_QUOTES: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
};
