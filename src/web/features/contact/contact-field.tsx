import { type ReactNode, useId } from 'react';
import { countCharacters } from '#domain/characters.ts';
import { CONTACT_MAX_LENGTHS, type ContactField, validateContactField } from '#domain/contact.ts';
import controls from '#ui/control.module.css';
import { contactCopy } from '#web/copy/contact.ts';
import styles from './contact-field.module.css';

interface FieldProps {
  name: ContactField;
  /** The current value of the field. */
  value: string;
  /** True once the reader has tried to send the form. Before that, no validation error is shown. */
  isTried: boolean;
  hint?: ReactNode;
  /** Renders the input with the attributes that connect it to its label and messages. */
  children: (control: ContactControlProps) => ReactNode;
}

/** The attributes of an input that connect it to its label and messages. */
export interface ContactControlProps {
  className: string | undefined;
  id: string;
  name: ContactField;
  required: true;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

/**
 * A form field with a label, a character counter and a validation error. It accepts text over the limit, so that
 * readers can paste a long text and shorten it.
 */
export function ContactFormField({ name, value, isTried, hint, children }: FieldProps) {
  const id = useId();
  const error = isTried ? validateContactField(name, value) : undefined;
  const count = name === 'subject' ? undefined : countAgainstLimit(name, value);
  return (
    <div className={`${styles.field} ${styles[name] ?? ''}`}>
      <div className={styles.above}>
        <label htmlFor={id}>{contactCopy.fields[name]}</label>
        {count && <Counter {...count} />}
      </div>
      {children({
        className: controls.control,
        id,
        name,
        required: true,
        'aria-invalid': error !== undefined,
        'aria-describedby': `${id}-error ${id}-hint`,
      })}
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint && <span>{hint}</span>}
        {count && <span className="vh">{contactCopy.counter.limit(count.limit)}</span>}
      </p>
    </div>
  );
}

/** Returns the number of characters in the trimmed text, and the maximum number. */
function countAgainstLimit(name: Exclude<ContactField, 'subject'>, value: string) {
  return { length: countCharacters(value.trim()), limit: CONTACT_MAX_LENGTHS[name] };
}

/** Numbers of remaining characters at which screen readers announce the counter. */
const ANNOUNCED_AT = [0, 5, 10, 20];

/** Shows the number of characters in a field. Screen readers announce it only near the limit. */
function Counter({ length, limit }: { length: number; limit: number }) {
  const { counter } = contactCopy;
  const remaining = limit - length;
  const announced = ANNOUNCED_AT.find((threshold) => remaining <= threshold);
  return (
    <>
      <span
        className={styles.counter}
        data-is-near={announced === undefined ? undefined : ''}
        data-is-too-long={remaining < 0 ? '' : undefined}
        aria-hidden="true"
      >
        {`${length} / ${limit}`}
      </span>
      <span className="vh" role="status">
        {remaining < 0 ? counter.tooLong : announced !== undefined && counter.left(announced)}
      </span>
    </>
  );
}
