import type { KeyboardEvent } from 'react';
import { countCharacters } from '#domain/characters.ts';
import { useGrowing } from '../lib/use-growing.ts';
import { Count } from './count.tsx';
import { Field } from './field.tsx';
import styles from './words-field.module.css';

interface WordsFieldProps {
  label: string;
  hint?: string;
  /** What is wrong with it, in words. */
  fault: string | undefined;
  /** Most characters. */
  limit: number;
  /** It is set as readers have an article's text. */
  isProse?: boolean;
  value: string;
  onChange: (text: string) => void;
}

/** One paragraph, which grows with what is in it and counts it. */
export function WordsField({
  label,
  hint,
  fault,
  limit,
  isProse = false,
  value,
  onChange,
}: WordsFieldProps) {
  const field = useGrowing(value);
  return (
    <Field
      label={label}
      hint={fault ?? hint}
      isWrong={fault !== undefined}
      aside={<Count count={countCharacters(value.trim())} most={limit} of="characters" />}
    >
      {(props) => (
        <textarea
          {...props}
          ref={field}
          className={`${props.className} ${styles.words} ${isProse ? styles.prose : ''}`}
          rows={1}
          value={value}
          onChange={({ target }) => onChange(inOneLine(target.value))}
          onKeyDown={ignoreEnter}
        />
      )}
    </Field>
  );
}

/** What is pasted may have several. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
}
