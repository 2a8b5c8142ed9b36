import { Toolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ts';
import { MOD_KEY_LABEL } from '../../lib/key-labels.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './prose-toolbar.module.css';

const words = copy.toolbar;

interface ProseToolbarProps {
  /** The prose editor that was focused most recently, or `undefined` if none has been focused yet. */
  editor: Editor | undefined;
  onLink: () => void;
  onClaim: () => void;
}

/** Shows buttons that format the selected text in the prose editor that was focused most recently. */
export function ProseToolbar({ editor, onLink, onClaim }: ProseToolbarProps) {
  return (
    <Toolbar.Root className={styles.toolbar} aria-label={words.label}>
      {editor ? (
        <ToolbarButtons editor={editor} onLink={onLink} onClaim={onClaim} />
      ) : (
        <p className={styles.hint}>{words.hint}</p>
      )}
    </Toolbar.Root>
  );
}

const MARK_BUTTONS = [
  { mark: 'italic', name: words.italic, keys: 'I', icon: <Icon name="italic" /> },
  { mark: 'bold', name: words.bold, keys: 'B', icon: <Icon name="bold" /> },
  { mark: 'code', name: words.code, keys: 'E', icon: <Icon name="code" /> },
  { mark: 'subscript', name: words.subscript, keys: ',', icon: <span>x₂</span> },
  { mark: 'superscript', name: words.superscript, keys: '.', icon: <span>x²</span> },
] as const;

function ToolbarButtons({ editor, onLink, onClaim }: ProseToolbarProps & { editor: Editor }) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      isEmpty: editor.state.selection.empty,
      isLink: editor.isActive('link'),
      activeMarks: MARK_BUTTONS.map(({ mark }) => editor.isActive(mark)).join(),
    }),
  });
  const activeMarks = state.activeMarks.split(',');
  return (
    <>
      {MARK_BUTTONS.map(({ mark, name, keys, icon }, index) => (
        <ToolbarButton
          key={mark}
          name={name}
          keys={`${MOD_KEY_LABEL} ${keys}`}
          isOn={activeMarks[index] === 'true'}
          onClick={() => editor.chain().focus().toggleMark(mark).run()}
        >
          {icon}
        </ToolbarButton>
      ))}
      <ToolbarButton
        name={words.link}
        keys={`${MOD_KEY_LABEL} K`}
        isOn={state.isLink}
        disabledReason={state.isEmpty && !state.isLink && words.selectFirst}
        onClick={onLink}
      >
        <Icon name="link" />
      </ToolbarButton>
      <Toolbar.Separator className={styles.rule} />
      <ToolbarButton
        name={words.claim}
        disabledReason={state.isEmpty && words.selectFirst}
        onClick={onClaim}
      >
        <Icon name="claim" /> <span>{words.shortClaim}</span>
      </ToolbarButton>
    </>
  );
}

interface ToolbarButtonProps {
  name: string;
  keys?: string;
  isOn?: boolean;
  /** Sentence that explains why the button is disabled. If omitted, the button is enabled. */
  disabledReason?: string | false;
  onClick: () => void;
  children: ReactNode;
}

function ToolbarButton({
  name,
  keys,
  isOn,
  disabledReason,
  onClick,
  children,
}: ToolbarButtonProps) {
  const title = keys ? `${name} (${keys})` : name;
  return (
    <Toolbar.Button
      className={styles.tool}
      aria-label={name}
      aria-pressed={isOn}
      title={disabledReason ? `${title}. ${disabledReason}` : title}
      aria-description={disabledReason || undefined}
      disabled={Boolean(disabledReason)}
      // Keeps focus in the text, so that a click on the button does not clear the text selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </Toolbar.Button>
  );
}
