import { type ReactNode, useId } from 'react';
import type { ContactField } from '#domain/contact.ts';
import controls from '#ui/control.module.css';
import { contactCopy } from '#web/copy/contact.ts';
import styles from './contact-field.module.css';

interface FieldProps {
  name: ContactField;
  label: string;
  /** The validation error, shown once the reader has tried to send the form. */
  error: string | undefined;
  /** The number of characters in the field, and the maximum number. */
  count?: { length: number; limit: number };
  hint?: ReactNode;
  /** Renders the control with the attributes that connect it to its label and messages. */
  children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  className: string | undefined;
  id: string;
  name: ContactField;
  required: true;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

/**
 * A form field with a label, a character counter and an error. It accepts text over the limit, so that readers can
 * paste a long text and shorten it.
 */
export function ContactFormField({ name, label, error, count, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className={`${styles.field} ${styles[name] ?? ''}`}>
      <div className={styles.above}>
        <label htmlFor={id}>{label}</label>
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

/** Numbers of remaining characters at which screen readers announce the counter. */
const ANNOUNCED_AT = [0, 5, 10, 20];

/** Shows the number of characters in a field. Screen readers announce it only near the limit. */
function Counter({ length, limit }: { length: number; limit: number }) {
  const { counter } = contactCopy;
  const left = limit - length;
  const told = ANNOUNCED_AT.find((most) => left <= most);
  return (
    <>
      <span
        className={styles.counter}
        data-is-near={told === undefined ? undefined : ''}
        data-is-too-long={left < 0 ? '' : undefined}
        aria-hidden="true"
      >
        {`${length} / ${limit}`}
      </span>
      <span className="vh" role="status">
        {left < 0 ? counter.tooLong : told !== undefined && counter.left(told)}
      </span>
    </>
  );
}
