import { type KeyboardEvent, useId } from 'react';
import { countCharacters } from '#domain/characters.ts';
import { copy } from '../../copy.ts';
import { useAutosizeTextarea } from '../../lib/use-autosize-textarea.ts';
import { useDesk } from './desk.ts';
import styles from './line-field.module.css';
import { usePart } from './manuscript-store.ts';
import { stepPart } from './parts.ts';

const text = copy.editor;

interface LineFieldProps {
  path: string;
  /** What it is called; shown where nothing is written yet. */
  name: string;
  /** Most characters readers get. */
  limit: number;
  look: 'title' | 'lead' | 'bullet' | 'point' | 'takeaway';
}

/** A line of the article, which grows with what is in it. Enter goes on to the next part. */
export function LineField({ path, name, limit, look }: LineFieldProps) {
  const [value, write] = usePart<string>(path);
  const { setPlace, isStrict } = useDesk();
  const field = useAutosizeTextarea(value);
  const id = useId();
  const length = countCharacters(value.trim());
  const isOver = length > limit;
  const isMissing = isStrict && !length;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey)
      return;
    event.preventDefault();
    stepPart(1);
  }

  const note = () => setPlace({ path, text: value, at: field.current?.selectionStart ?? 0 });

  return (
    <div className={styles.field} data-over={isOver || isMissing || undefined}>
      <textarea
        ref={field}
        className={`${styles.line} ${styles[look]}`}
        rows={1}
        maxLength={500}
        aria-label={name}
        aria-describedby={id}
        aria-invalid={isOver || isMissing || undefined}
        placeholder={name}
        data-part={path}
        value={value}
        onChange={({ target }) => write(target.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={onKeyDown}
        onFocus={note}
        onSelect={note}
      />
      <span
        className={styles.count}
        id={id}
        data-near={length > limit * 0.85 || isMissing || undefined}
      >
        <span>{isMissing ? text.missing : `${length} of ${limit}`}</span>
        <span className="vh"> characters</span>
      </span>
    </div>
  );
}
