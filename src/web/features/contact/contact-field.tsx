import { type ReactNode, useId } from 'react';
import type { ContactField } from '#domain/contact.ts';
import controls from '#ui/control.module.css';
import { contactCopy } from '#web/copy/contact.ts';
import styles from './contact-field.module.css';

interface FieldProps {
  name: ContactField;
  label: string;
  /** What keeps it from being sent, once somebody has tried. */
  fault: string | undefined;
  /** How many characters there are, and how many there may be. */
  count?: { length: number; limit: number };
  hint?: ReactNode;
  /** The control, with what ties it to its words. */
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
 * A field with its words: what it is called, how much room there is, and what is wrong with it. What is too long can be
 * typed, so that a pasted text is shortened by whoever wrote it.
 */
export function ContactFormField({ name, label, fault, count, hint, children }: FieldProps) {
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
        'aria-invalid': fault !== undefined,
        'aria-describedby': `${id}-fault ${id}-hint`,
      })}
      <p id={`${id}-fault`} className={styles.fault}>
        {fault}
      </p>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint && <span>{hint}</span>}
        {count && <span className="vh">{contactCopy.counter.limit(count.limit)}</span>}
      </p>
    </div>
  );
}

/** How many characters are left when a screen reader is told so. */
const ANNOUNCED_AT = [0, 5, 10, 20];

/** Shows how full a field is all the time, and says it near the end alone: nobody wants to hear every letter. */
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
