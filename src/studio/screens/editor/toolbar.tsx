import { Toolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './toolbar.module.css';

const words = copy.toolbar;

interface ProseToolbarProps {
  /** The prose that had the caret last. */
  editor: Editor | undefined;
  onLink: () => void;
  onClaim: () => void;
}

/** What can be done with the selected words. It follows the caret from one part to the next. */
export function ProseToolbar({ editor, onLink, onClaim }: ProseToolbarProps) {
  return (
    <Toolbar.Root className={styles.toolbar} aria-label={words.label}>
      {editor ? (
        <Tools editor={editor} onLink={onLink} onClaim={onClaim} />
      ) : (
        <p className={styles.hint}>{words.hint}</p>
      )}
    </Toolbar.Root>
  );
}

const MARKS = [
  { mark: 'italic', name: words.italic, keys: 'I', sign: <Icon name="italic" /> },
  { mark: 'bold', name: words.bold, keys: 'B', sign: <Icon name="bold" /> },
  { mark: 'code', name: words.code, keys: 'E', sign: <Icon name="code" /> },
  { mark: 'subscript', name: words.subscript, keys: ',', sign: <span>x₂</span> },
  { mark: 'superscript', name: words.superscript, keys: '.', sign: <span>x²</span> },
] as const;

function Tools({ editor, onLink, onClaim }: ProseToolbarProps & { editor: Editor }) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isEmpty: editor.state.selection.empty,
      isLink: editor.isActive('link'),
      on: MARKS.map(({ mark }) => editor.isActive(mark)).join(),
    }),
  });
  const on = state.on.split(',');
  return (
    <>
      {MARKS.map(({ mark, name, keys, sign }, at) => (
        <Tool
          key={mark}
          name={name}
          keys={`${MODIFIER}${keys}`}
          isOn={on[at] === 'true'}
          onPress={() => editor.chain().focus().toggleMark(mark).run()}
        >
          {sign}
        </Tool>
      ))}
      <Tool
        name={words.link}
        keys={`${MODIFIER}K`}
        isOn={state.isLink}
        why={state.isEmpty && !state.isLink && words.selectFirst}
        onPress={onLink}
      >
        <Icon name="link" />
      </Tool>
      <Toolbar.Separator className={styles.rule} />
      <Tool name={words.claim} why={state.isEmpty && words.selectFirst} onPress={onClaim}>
        <Icon name="claim" /> <span>{words.shortClaim}</span>
      </Tool>
    </>
  );
}

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ';

interface ToolProps {
  name: string;
  keys?: string;
  isOn?: boolean;
  /** Why it cannot be pressed now; absent: it can. */
  why?: string | false;
  onPress: () => void;
  children: ReactNode;
}

function Tool({ name, keys, isOn, why, onPress, children }: ToolProps) {
  const title = keys ? `${name} (${keys})` : name;
  return (
    <Toolbar.Button
      className={styles.tool}
      aria-label={name}
      aria-pressed={isOn}
      title={why ? `${title}. ${why}` : title}
      aria-description={why || undefined}
      disabled={Boolean(why)}
      // The words stay selected.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </Toolbar.Button>
  );
}
