import { type ComponentProps, type ReactNode, useId } from 'react';
import control from '#ui/control.module.css';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** What to write here, or what is wrong with it. */
  hint?: ReactNode;
  isWrong?: boolean;
  /** At the end of the label's line, such as a count of characters. */
  aside?: ReactNode;
  children: (props: {
    id: string;
    className: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

/** A label, what is typed or chosen, and a hint, which belong together. */
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

/** A line of text. */
export function TextField({ label, hint, isWrong, aside, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} isWrong={isWrong ?? false} aside={aside}>
      {(props) => <input {...input} {...props} />}
    </Field>
  );
}
