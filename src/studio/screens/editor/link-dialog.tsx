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

/** Shows a dialog that adds, changes or removes the link on the selected text. */
export function LinkDialog({ editor, isOpen, onClose }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title}>
      {editor && <LinkForm editor={editor} onDone={onClose} />}
    </Dialog>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [initialHref] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [url, setUrl] = useState(initialHref);
  const [isSubmitted, setSubmitted] = useState(false);
  const isWrong = isSubmitted && !LINK_URL_PATTERN.test(url.trim());

  function saveLink(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    const href = url.trim();
    if (!LINK_URL_PATTERN.test(href)) return;
    onDone();
    runAfterClose(() => editor.chain().focus().extendMarkRange('link').setLink({ href }).run());
  }

  function removeLink() {
    onDone();
    runAfterClose(() => editor.chain().focus().extendMarkRange('link').unsetLink().run());
  }

  return (
    <form className={styles.form} onSubmit={saveLink} noValidate>
      <TextField
        label={words.address}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={url}
        isWrong={isWrong}
        hint={isWrong ? words.wrong : words.hint}
        onChange={({ target }) => setUrl(target.value)}
      />
      <div className={styles.actions}>
        {initialHref && (
          <button className="btn btn-line" type="button" onClick={removeLink}>
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

/**
 * Runs an action after the dialog has closed, because the text editor has neither focus nor a selection while the
 * dialog is open.
 */
function runAfterClose(action: () => void): void {
  setTimeout(action, 0);
}
