import { type Extensions, Mark } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions/undo-redo';

/** URLs that a link may have: http, https, mailto, or a path of this site. */
export const LINK_URL_PATTERN = /^(https?:\/\/|mailto:|\/(?!\/))\S+$/i;

/** Creates a mark for an element without attributes that excludes another mark. */
function createScriptMark(name: string, tag: string, other: string, key: string) {
  return Mark.create({
    name,
    excludes: `${name} ${other}`,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });
}

/** The extensions of the prose editor: paragraphs with the inline tags that the server allows. */
export const PROSE_EXTENSIONS: Extensions = [
  Document.extend({ content: 'paragraph+' }),
  Paragraph,
  Text,
  HardBreak,
  Link.configure({
    autolink: false,
    linkOnPaste: true,
    markdownLinks: true,
    openOnClick: false,
    HTMLAttributes: { target: null, rel: null, class: null },
    isAllowedUri: (address) => LINK_URL_PATTERN.test(address),
  }),
  // Pasted HTML has tags only, no styles (`cleanPasted`).
  Bold.extend({ parseHTML: () => [{ tag: 'strong' }, { tag: 'b' }] }),
  Italic.extend({ parseHTML: () => [{ tag: 'em' }, { tag: 'i' }] }),
  // Code may contain links and emphasis, as the server allows.
  Code.extend({ excludes: '' }),
  createScriptMark('subscript', 'sub', 'superscript', 'Mod-,'),
  createScriptMark('superscript', 'sup', 'subscript', 'Mod-.'),
  UndoRedo,
];
