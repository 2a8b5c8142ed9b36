import type { Editor } from '@tiptap/core';
import { getSchema } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { countWords } from '#domain/reading-time.ts';
import { htmlToPlainText } from '#domain/studio/plain-text.ts';
import { copy } from '../../copy.ts';
import { useArticleEditor } from './article-editor.ts';
import { CLAIMS_CHANGED_META_KEY, createClaimHighlightExtension } from './claim-highlights.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { getProseCaret } from './manuscript-parts.ts';
import { useManuscriptPart, useManuscriptStore } from './manuscript-store.ts';
import styles from './prose-field.module.css';
import { PROSE_EXTENSIONS } from './prose-schema.ts';
import { parseParagraphs, serializeParagraphs } from './prose-serialization.ts';

const labels = copy.editor;

interface ProseFieldProps {
  path: string;
  name: string;
  onFocus: (editor: Editor) => void;
  /** True once the prose editor has replaced the static text of the first render. */
  isEditable: boolean;
  /** Called when the editor wants to add a link to the selected text. */
  onLink: () => void;
}

/** Shows a field for prose: paragraphs with emphasis, links and other inline tags. */
export function ManuscriptProseField({ isEditable, ...field }: ProseFieldProps) {
  return isEditable ? <EditableProse {...field} /> : <StaticProse path={field.path} />;
}

function StaticProse({ path }: Pick<ProseFieldProps, 'path'>) {
  const [paragraphs] = useManuscriptPart<string[]>(path);
  return (
    <div className={`prose ${styles.prose}`}>
      {paragraphs.map((html, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static paragraphs are never reordered
        <p key={index}>{htmlToPlainText(html)}</p>
      ))}
    </div>
  );
}

function EditableProse({ path, name, onFocus, onLink }: Omit<ProseFieldProps, 'isEditable'>) {
  const store = useManuscriptStore();
  const { setCaret, proseEditors, marksMissingParts } = useArticleEditor();
  const [paragraphs, write] = useManuscriptPart<string[]>(path);
  const [claims] = useManuscriptPart<{ claims: { covers: string[] }[] } | null>('claims');
  const [content] = useState(() => parseParagraphs(paragraphs, PROSE_SCHEMA).toJSON());
  const callbacks = useRef({ onLink });
  callbacks.current = { onLink };

  const editor = useEditor({
    injectCSS: false,
    content,
    extensions: [
      ...PROSE_EXTENSIONS,
      Placeholder.configure({ placeholder: `Write the ${name.toLowerCase()}` }),
      createClaimHighlightExtension(() => listPassages(store.content.claims)),
    ],
    editorProps: {
      attributes: {
        class: `prose ${styles.prose}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': name,
        'data-part': path,
      },
      transformPastedHTML: cleanPastedHtml,
      handleKeyDown: ({ state }, event) => {
        const isLink = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
        if (!isLink || state.selection.empty) return false;
        // Ctrl+K or ⌘K opens the command palette if no text is selected. Here, text is selected, so the shortcut adds a
        // link, and the key press must not reach the palette.
        event.stopPropagation();
        callbacks.current.onLink();
        return true;
      },
    },
    onUpdate: ({ editor }) => write(serializeParagraphs(editor.state.doc)),
    onFocus: ({ editor }) => {
      onFocus(editor);
      setCaret(getProseCaret(editor.state, path));
    },
    onSelectionUpdate: ({ editor }) => {
      if (editor.isFocused) setCaret(getProseCaret(editor.state, path));
    },
  });

  useEffect(() => {
    proseEditors.set(path, editor);
    return () => void proseEditors.delete(path);
  }, [proseEditors, path, editor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change to the claims updates the highlights
  useEffect(() => {
    if (!editor.isDestroyed)
      editor.view.dispatch(
        editor.state.tr.setMeta(CLAIMS_CHANGED_META_KEY, true).setMeta('addToHistory', false),
      );
  }, [claims, editor]);

  const words = paragraphs.reduce((sum, each) => sum + countWords(each), 0);
  return (
    <div className={styles.field} data-missing={(marksMissingParts && !words) || undefined}>
      <EditorContent editor={editor} />
      <span className={styles.words}>
        {marksMissingParts && !words ? labels.missing : labels.words(words)}
      </span>
    </div>
  );
}

const PROSE_SCHEMA = getSchema(PROSE_EXTENSIONS);

function listPassages(file: { claims: readonly { covers: readonly string[] }[] } | null): string[] {
  return file?.claims.flatMap(({ covers }) => covers) ?? [];
}
