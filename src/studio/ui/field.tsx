import { type ComponentProps, type ReactNode, useId } from 'react';
import control from '#ui/control.module.css';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** A hint, or the error message. */
  hint?: ReactNode;
  isWrong?: boolean;
  /** Shown at the end of the label's line, such as a count of characters. */
  aside?: ReactNode;
  children: (props: {
    id: string;
    className: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

/** A form field with its label and hint. */
export function Field({ label, hint, isWrong, aside, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        className: `${control.control} ${styles.control}`,
        'aria-describedby': hint ? `${id}-hint` : undefined,
        'aria-invalid': isWrong || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={isWrong ? styles.wrong : styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'className'>;

/** A single-line text field. */
export function TextField({ label, hint, isWrong, aside, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} isWrong={isWrong ?? false} aside={aside}>
      {(props) => <input {...input} {...props} />}
    </Field>
  );
}
