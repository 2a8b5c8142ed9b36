import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { copy } from '../../copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './dialogs.module.css';
import { LINK_URL_PATTERN } from './prose-schema.ts';

const words = copy.link;

interface LinkDialogProps {
  editor: Editor | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a dialog that adds, changes or removes the link of the selected text. */
export function LinkDialog({ editor, isOpen, onClose }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title}>
      {editor && <LinkForm editor={editor} onDone={onClose} />}
    </Dialog>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [was] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [address, setAddress] = useState(was);
  const [isTried, setTried] = useState(false);
  const isWrong = isTried && !LINK_URL_PATTERN.test(address.trim());

  function set(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const href = address.trim();
    if (!LINK_URL_PATTERN.test(href)) return;
    onDone();
    runAfterClose(() => editor.chain().focus().extendMarkRange('link').setLink({ href }).run());
  }

  function remove() {
    onDone();
    runAfterClose(() => editor.chain().focus().extendMarkRange('link').unsetLink().run());
  }

  return (
    <form className={styles.form} onSubmit={set} noValidate>
      <TextField
        label={words.address}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={address}
        isWrong={isWrong}
        hint={isWrong ? words.wrong : words.hint}
        onChange={({ target }) => setAddress(target.value)}
      />
      <div className={styles.actions}>
        {was && (
          <button className="btn btn-line" type="button" onClick={remove}>
            {words.remove}
          </button>
        )}
        <button className="btn btn-red" type="submit">
          {words.save}
        </button>
      </div>
    </form>
  );
}

/** Runs an action after the dialog has closed. Until then, the text editor has neither the focus nor a selection. */
function runAfterClose(act: () => void): void {
  setTimeout(act, 0);
}
