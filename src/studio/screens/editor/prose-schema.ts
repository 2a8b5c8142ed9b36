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

/** Pattern for the URLs that links may have: http, https and mailto URLs, and paths on this site. */
export const LINK_URL_PATTERN = /^(https?:\/\/|mailto:|\/(?!\/))\S+$/i;

/** Creates a Tiptap mark for subscript or superscript text. The mark cannot be combined with `excludedMark`. */
function createScriptMark(name: string, tag: string, excludedMark: string, key: string) {
  return Mark.create({
    name,
    excludes: `${name} ${excludedMark}`,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });
}

/** Tiptap extensions of the prose editor. They support paragraphs with the inline tags that the server allows. */
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
    isAllowedUri: (url) => LINK_URL_PATTERN.test(url),
  }),
  // Bold and italic text is recognized by its tags but not by its styles, because `cleanPastedHtml` has already
  // converted styles to tags.
  Bold.extend({ parseHTML: () => [{ tag: 'strong' }, { tag: 'b' }] }),
  Italic.extend({ parseHTML: () => [{ tag: 'em' }, { tag: 'i' }] }),
  // By default, Tiptap allows no other marks in inline code. The server allows links and emphasis in inline code, so
  // the editor allows them too.
  Code.extend({ excludes: '' }),
  createScriptMark('subscript', 'sub', 'superscript', 'Mod-,'),
  createScriptMark('superscript', 'sup', 'subscript', 'Mod-.'),
  UndoRedo,
];
