// @vitest-environment jsdom
import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, it, vi } from 'vitest';
import { createEmptyManuscript, manuscriptToArticleBody } from '#domain/studio/manuscript.ts';
import type { ArticleEditor } from './article-editor.ts';
import { getProseCaret, moveCaretToPart } from './manuscript-parts.ts';
import { PROSE_EXTENSIONS } from './prose-schema.ts';
import { parseParagraphs, serializeParagraphs } from './prose-serialization.ts';

const PARAGRAPHS = ['First', '', 'Second', ' ', '<br>', '<em>Third</em>', ''];

const doc = parseParagraphs(PARAGRAPHS, getSchema(PROSE_EXTENSIONS));
/** The paragraphs that the preview shows. Each paragraph's anchor contains the paragraph's index in this list. */
const previewedParagraphs = manuscriptToArticleBody({
  ...createEmptyManuscript({ category: 'awd', subcategory: 'att' }),
  introduction: serializeParagraphs(doc),
}).introduction;

/** Returns the state of an editor with the caret at the end of the given text. */
function placeCaretAfter(text: string): EditorState {
  let end = 0;
  doc.descendants((node, position) => {
    if (node.text === text) end = position + node.nodeSize;
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, end) });
}

it.each(['First', 'Second', 'Third'])('finds the caret in the paragraph "%s"', (text) => {
  const { path, ...caret } = getProseCaret(placeCaretAfter(text), 'introduction');
  expect(caret).toEqual({ text, at: text.length });
  const index = Number(path.replace('introduction.', ''));
  expect(previewedParagraphs[index]).toContain(text);
});

it.each([...previewedParagraphs.entries()])('moves the caret to paragraph %i', (index, html) => {
  const dispatch = vi.fn();
  const view = { dispatch, focus: vi.fn(), domAtPos: () => ({ node: document.body }), dom: null };
  Element.prototype.scrollIntoView = () => {};
  const proseEditors = new Map([['introduction', { state: EditorState.create({ doc }), view }]]);
  moveCaretToPart({ proseEditors } as unknown as ArticleEditor, `introduction.${index}`);
  const [{ selection }] = dispatch.mock.calls[0]!;
  expect(html).toContain(selection.$from.parent.textContent);
  expect(selection.$from.parent.textContent).not.toBe('');
});
