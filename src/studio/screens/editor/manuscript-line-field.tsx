import { type KeyboardEvent, useId } from 'react';
import { countCharacters } from '#domain/characters.ts';
import { copy } from '../../copy.ts';
import { useAutosizeTextarea } from '../../lib/use-autosize-textarea.ts';
import { useArticleEditor } from './article-editor.ts';
import styles from './manuscript-line-field.module.css';
import { moveFocusToAdjacentPart } from './manuscript-parts.ts';
import { useManuscriptPart } from './manuscript-store.ts';

const text = copy.editor;

interface LineFieldProps {
  path: string;
  /** Label and placeholder of the field. */
  name: string;
  /** Maximum number of characters that the field's text may have in a published article. */
  limit: number;
  variant: 'title' | 'lead' | 'bullet' | 'point' | 'takeaway';
}

/** Shows a field for one line of the article. The field grows with its text. Enter moves the caret to the next part. */
export function ManuscriptLineField({ path, name, limit, variant }: LineFieldProps) {
  const [value, write] = useManuscriptPart<string>(path);
  const { setCaret, marksMissingParts } = useArticleEditor();
  const field = useAutosizeTextarea(value);
  const id = useId();
  const length = countCharacters(value.trim());
  const isOver = length > limit;
  const isMissing = marksMissingParts && !length;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey)
      return;
    event.preventDefault();
    moveFocusToAdjacentPart(1);
  }

  const reportCaret = () => setCaret({ path, text: value, at: field.current?.selectionStart ?? 0 });

  return (
    <div className={styles.field} data-over={isOver || isMissing || undefined}>
      <textarea
        ref={field}
        className={`${styles.line} ${styles[variant]}`}
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
        onFocus={reportCaret}
        onSelect={reportCaret}
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
