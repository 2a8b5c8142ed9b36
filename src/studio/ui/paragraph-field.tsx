import type { KeyboardEvent } from 'react';
import { countCharacters } from '#domain/characters.ts';
import { useAutosizeTextarea } from '../lib/use-autosize-textarea.ts';
import { Field } from './field.tsx';
import { LimitCounter } from './limit-counter.tsx';
import styles from './paragraph-field.module.css';

interface ParagraphFieldProps {
  label: string;
  hint?: string;
  /** The field's error message, or `undefined` if the text is valid. */
  error: string | undefined;
  /** Maximum number of characters in the field. */
  limit: number;
  /** True to show the text in the same typography as an article. */
  isProse?: boolean;
  value: string;
  onChange: (text: string) => void;
}

/** Shows a field for one paragraph. The field grows with its text and counts the characters. */
export function ParagraphField({
  label,
  hint,
  error,
  limit,
  isProse = false,
  value,
  onChange,
}: ParagraphFieldProps) {
  const field = useAutosizeTextarea(value);
  return (
    <Field
      label={label}
      hint={error ?? hint}
      isWrong={error !== undefined}
      aside={<LimitCounter count={countCharacters(value.trim())} limit={limit} unit="characters" />}
    >
      {(props) => (
        <textarea
          {...props}
          ref={field}
          className={`${props.className} ${styles.words} ${isProse ? styles.prose : ''}`}
          rows={1}
          value={value}
          onChange={({ target }) => onChange(joinLines(target.value))}
          onKeyDown={ignoreEnter}
        />
      )}
    </Field>
  );
}

/** Replaces line breaks with spaces, because pasted text may have several lines. */
function joinLines(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
}
