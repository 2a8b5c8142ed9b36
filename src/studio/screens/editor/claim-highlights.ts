import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { htmlToComparableText } from '#domain/studio/plain-text.ts';

const PLUGIN_KEY = new PluginKey<DecorationSet>('cover-marks');

/** Metadata key of the ProseMirror transaction that updates the highlights after claims have changed. */
export const CLAIMS_CHANGED_META_KEY = PLUGIN_KEY;

/**
 * Creates a Tiptap extension that highlights the passages that claims cover. It ignores markup and the style of
 * quotation marks when it searches for passages.
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
  const comparablePassages = passages.map(htmlToComparableText).filter(Boolean);
  if (!comparablePassages.length) return DecorationSet.empty;
  const decorations: Decoration[] = [];
  doc.forEach((paragraph, offset) => {
    for (const { from, to } of findPassageRanges(paragraph, comparablePassages))
      decorations.push(Decoration.inline(offset + 1 + from, offset + 1 + to, { class: 'covered' }));
  });
  return DecorationSet.create(doc, decorations);
}

/**
 * Finds passages in a paragraph. Returns the ProseMirror offsets at which each passage starts and ends. `passages` must
 * be normalized by {@link htmlToComparableText}.
 */
export function findPassageRanges(
  paragraph: Node,
  passages: readonly string[],
): { from: number; to: number }[] {
  let text = '';
  /** For each character in `text`, its ProseMirror offset in the paragraph. */
  const offsets: number[] = [];
  paragraph.forEach((node, offset) => {
    if (!node.isText) return;
    for (let index = 0; index < node.text!.length; index++) {
      const char = node.text![index]!;
      const isSpace = /\s/.test(char);
      if (isSpace && (!text || text.endsWith(' '))) continue;
      text += isSpace ? ' ' : (STRAIGHT_QUOTES[char] ?? char);
      offsets.push(offset + index);
    }
  });
  return passages.flatMap((passage) => {
    const ranges: { from: number; to: number }[] = [];
    for (let index = text.indexOf(passage); index !== -1; index = text.indexOf(passage, index + 1))
      ranges.push({ from: offsets[index]!, to: offsets[index + passage.length - 1]! + 1 });
    return ranges;
  });
}

const STRAIGHT_QUOTES: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
};
