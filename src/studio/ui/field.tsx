import { type ComponentProps, type ReactNode, useId } from 'react';
import control from '#ui/control.module.css';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Hint below the field. If `isWrong` is set, the hint is an error message. */
  hint?: ReactNode;
  isWrong?: boolean;
  /** Content after the label on the same line, such as a character count. */
  aside?: ReactNode;
  children: (props: {
    id: string;
    className: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

/** Shows a form field with a label and a hint. */
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

type CommonFieldProps = Omit<FieldProps, 'children'>;
type ControlProps<Name extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Name>,
  'id' | 'className'
>;

/** Shows a field for one line of text. */
export function TextField({
  label,
  hint,
  isWrong,
  aside,
  ...input
}: CommonFieldProps & ControlProps<'input'>) {
  return (
    <Field label={label} hint={hint} isWrong={isWrong ?? false} aside={aside}>
      {(props) => <input {...input} {...props} />}
    </Field>
  );
}

/** Shows a field for several lines of text. */
export function TextAreaField({
  label,
  hint,
  ...textarea
}: CommonFieldProps & ControlProps<'textarea'>) {
  return (
    <Field label={label} hint={hint}>
      {(props) => <textarea {...textarea} {...props} />}
    </Field>
  );
}

export type SelectChoice<Value extends string = string> = readonly [value: Value, name: string];

interface SelectFieldProps extends ControlProps<'select'> {
  label: string;
  /** Choices of the select field, in display order. */
  choices: readonly SelectChoice[];
}

/** Shows a select field with a label. */
export function SelectField({ label, choices, ...select }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(props) => (
        <select {...select} {...props}>
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Returns the numbers from 1 to `max` as choices for a select field. */
export function createNumberChoices(max: number): SelectChoice[] {
  return Array.from({ length: max }, (_, at) => [String(at + 1), String(at + 1)]);
}
