import { Toolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import styles from './toolbar.module.css';

interface ProseToolbarProps {
  /** The prose that had the caret last. */
  editor: Editor | undefined;
  onLink: () => void;
  onClaim: () => void;
}

/** What can be done with the selected words. It follows the caret from one part to the next. */
export function ProseToolbar({ editor, onLink, onClaim }: ProseToolbarProps) {
  return (
    <Toolbar.Root className={styles.toolbar} aria-label="Selected words">
      {editor ? (
        <Tools editor={editor} onLink={onLink} onClaim={onClaim} />
      ) : (
        <p className={styles.hint}>Put the caret into the text to style it.</p>
      )}
    </Toolbar.Root>
  );
}

const MARKS = [
  { mark: 'italic', name: 'Emphasis', keys: 'I', sign: <Icon name="italic" /> },
  { mark: 'bold', name: 'Strong', keys: 'B', sign: <Icon name="bold" /> },
  { mark: 'code', name: 'Code', keys: 'E', sign: <Icon name="code" /> },
  { mark: 'subscript', name: 'Subscript', keys: ',', sign: <span>x₂</span> },
  { mark: 'superscript', name: 'Superscript', keys: '.', sign: <span>x²</span> },
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
        name="Link"
        keys={`${MODIFIER}K`}
        isOn={state.isLink}
        isOff={state.isEmpty && !state.isLink}
        onPress={onLink}
      >
        <Icon name="link" />
      </Tool>
      <Toolbar.Separator className={styles.rule} />
      <Tool name="Claim that covers the selection" isOff={state.isEmpty} onPress={onClaim}>
        <Icon name="claim" /> <span>Claim</span>
      </Tool>
    </>
  );
}

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ';

interface ToolProps {
  name: string;
  keys?: string;
  isOn?: boolean;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Tool({ name, keys, isOn, isOff = false, onPress, children }: ToolProps) {
  return (
    <Toolbar.Button
      className={styles.tool}
      aria-label={name}
      aria-pressed={isOn}
      title={keys ? `${name} (${keys})` : name}
      disabled={isOff}
      // The words stay selected.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </Toolbar.Button>
  );
}
