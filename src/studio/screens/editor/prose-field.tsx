import type { Editor } from '@tiptap/core';
import { getSchema } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { countWords } from '#domain/reading-time.ts';
import { withoutMarkup } from '#domain/studio/plain-text.ts';
import { copy } from '../../copy.ts';
import { CLAIMS_CHANGED, coverMarks } from './cover-marks.ts';
import { useDesk } from './desk.ts';
import { usePart, useStore } from './manuscript-store.ts';
import { documentOf, paragraphsOf } from './paragraphs.ts';
import { cleanPasted } from './pasted.ts';
import styles from './prose-field.module.css';
import { PROSE } from './prose-schema.ts';

const labels = copy.editor;

interface ProseFieldProps {
  path: string;
  name: string;
  onFocus: (editor: Editor) => void;
  /** It can be written in; before, its words stand there. */
  isAlive: boolean;
  /** Somebody wants to make a link of what is selected. */
  onLink: () => void;
}

/** Prose of the article: paragraphs with emphasis, links and the few other inline tags. */
export function ProseField({ isAlive, ...field }: ProseFieldProps) {
  return isAlive ? <LiveProse {...field} /> : <StillProse path={field.path} />;
}

function StillProse({ path }: Pick<ProseFieldProps, 'path'>) {
  const [paragraphs] = usePart<string[]>(path);
  return (
    <div className={`prose ${styles.prose}`}>
      {paragraphs.map((html, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves in it
        <p key={at}>{withoutMarkup(html)}</p>
      ))}
    </div>
  );
}

function LiveProse({ path, name, onFocus, onLink }: Omit<ProseFieldProps, 'isAlive'>) {
  const store = useStore();
  const desk = useDesk();
  const { setPlace, prose, isStrict } = desk;
  const [paragraphs, write] = usePart<string[]>(path);
  const [claims] = usePart<{ claims: { covers: string[] }[] } | null>('claims');
  const [content] = useState(() => documentOf(paragraphs, SCHEMA).toJSON());
  const calls = useRef({ onLink });
  calls.current = { onLink };

  const editor = useEditor({
    injectCSS: false,
    content,
    extensions: [
      ...PROSE,
      Placeholder.configure({ placeholder: `Write the ${name.toLowerCase()}` }),
      coverMarks(() => passagesOf(store.content.claims)),
    ],
    editorProps: {
      attributes: {
        class: `prose ${styles.prose}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': name,
        'data-part': path,
      },
      transformPastedHTML: cleanPasted,
      handleKeyDown: ({ state }, event) => {
        const isLink = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
        if (!isLink || state.selection.empty) return false;
        // Elsewhere the same keys open the palette.
        event.stopPropagation();
        calls.current.onLink();
        return true;
      },
    },
    onUpdate: ({ editor }) => write(paragraphsOf(editor.state.doc)),
    onFocus: ({ editor }) => {
      onFocus(editor);
      setPlace(placeIn(editor, path));
    },
    onSelectionUpdate: ({ editor }) => {
      if (editor.isFocused) setPlace(placeIn(editor, path));
    },
  });

  useEffect(() => {
    prose.set(path, editor);
    return () => void prose.delete(path);
  }, [prose, path, editor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it answers a change of the claims
  useEffect(() => {
    if (!editor.isDestroyed)
      editor.view.dispatch(
        editor.state.tr.setMeta(CLAIMS_CHANGED, true).setMeta('addToHistory', false),
      );
  }, [claims, editor]);

  const words = paragraphs.reduce((sum, each) => sum + countWords(each), 0);
  return (
    <div className={styles.field} data-missing={(isStrict && !words) || undefined}>
      <EditorContent editor={editor} />
      <span className={styles.words}>{isStrict && !words ? labels.missing : `${words} words`}</span>
    </div>
  );
}

const SCHEMA = getSchema(PROSE);

function passagesOf(file: { claims: readonly { covers: readonly string[] }[] } | null): string[] {
  return file?.claims.flatMap(({ covers }) => covers) ?? [];
}

function placeIn({ state }: Editor, path: string) {
  const { $from } = state.selection;
  const paragraph = $from.parent;
  return {
    path: `${path}.${$from.index(0)}`,
    text: paragraph.textContent,
    at: paragraph.textBetween(0, $from.parentOffset).length,
  };
}
