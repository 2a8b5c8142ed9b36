import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './dialogs.module.css';
import { LINKABLE } from './prose-schema.ts';

interface LinkDialogProps {
  editor: Editor | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Where the selected words lead. */
export function LinkDialog({ editor, isOpen, onClose }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Link">
      {editor && <LinkForm editor={editor} onDone={onClose} />}
    </Dialog>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [was] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [address, setAddress] = useState(was);
  const [isTried, setTried] = useState(false);
  const isWrong = isTried && !LINKABLE.test(address.trim());

  function set(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const href = address.trim();
    if (!LINKABLE.test(href)) return;
    onDone();
    afterClosing(() => editor.chain().focus().extendMarkRange('link').setLink({ href }).run());
  }

  function remove() {
    onDone();
    afterClosing(() => editor.chain().focus().extendMarkRange('link').unsetLink().run());
  }

  return (
    <form className={styles.form} onSubmit={set} noValidate>
      <TextField
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={address}
        isWrong={isWrong}
        hint={
          isWrong
            ? 'An address begins with https://, or with / for another article.'
            : 'https://… for the web, /author/article for another article here.'
        }
        onChange={({ target }) => setAddress(target.value)}
      />
      <div className={styles.ways}>
        {was && (
          <button className="btn btn-line" type="button" onClick={remove}>
            Remove the link
          </button>
        )}
        <button className="btn btn-red" type="submit">
          Set the link
        </button>
      </div>
    </form>
  );
}

/** The dialog gives the focus back first; then the selection is the editor's again. */
function afterClosing(act: () => void): void {
  setTimeout(act, 0);
}
