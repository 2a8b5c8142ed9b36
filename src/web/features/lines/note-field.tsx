import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { countCharacters } from '#domain/characters.ts';
import { LINE_NOTE_MAX_LENGTH } from '#domain/lines.ts';
import controls from '#ui/control.module.css';
import { linesCopy } from '#web/copy/lines.ts';
import styles from './note-field.module.css';

const copy = linesCopy.note;

interface NoteFieldProps {
  note: string;
  /**
   * The note that has replaced `note` in another tab or on another device. `null` if there is such a note but it could
   * not be loaded.
   */
  conflict: string | null | undefined;
  /** Saves the note and closes the field. Resolves to false if this fails. */
  onSave: (note: string) => Promise<boolean>;
  onCancel: () => void;
}

/**
 * A text field for the note on a kept line. It receives focus when it appears. It accepts text over the limit, so that
 * readers can paste a long text and shorten it.
 */
export function NoteField({ note, conflict, onSave, onCancel }: NoteFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(note);
  const [isSaving, setIsSaving] = useState(false);
  const length = countCharacters(text.trim());
  const isTooLong = length > LINE_NOTE_MAX_LENGTH;
  useEffect(() => field.current!.focus(), []);

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving || isTooLong) return;
    setIsSaving(true);
    if (!(await onSave(text.trim()))) setIsSaving(false);
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <label className="label" htmlFor={id}>
        {copy.name}
      </label>
      <textarea
        className={controls.control}
        id={id}
        ref={field}
        rows={3}
        value={text}
        aria-invalid={isTooLong}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles.count} id={`${id}-count`} data-is-too-long={isTooLong ? '' : undefined}>
        <span>{copy.count(length)}</span> <span className="vh">{copy.characters}</span>
      </p>
      <div className={styles.conflict} role="alert">
        {conflict !== undefined && (
          <>
            <p>{conflict === null ? copy.unknown : copy.changed}</p>
            {conflict !== null && <p className={styles.other}>{conflict || copy.emptied}</p>}
            <p>{copy.replace}</p>
          </>
        )}
      </div>
      <div className={styles.buttons}>
        <button className="btn btn-line" type="submit" aria-disabled={isSaving || isTooLong}>
          {isSaving ? copy.saving : copy.save}
        </button>
        <button className="btn btn-text" type="button" onClick={onCancel}>
          {copy.cancel}
        </button>
      </div>
    </form>
  );
}
