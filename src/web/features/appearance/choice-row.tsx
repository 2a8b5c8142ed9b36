import type { ReactNode } from 'react';
import styles from './choice-row.module.css';

interface ChoiceRowProps<Value extends string> {
  /** The label of the setting. */
  label: string;
  /** The `name` attribute of the radio buttons. It must be unique on the page. */
  name: string;
  options: readonly Value[];
  /** The accessible names of the options. */
  names: Readonly<Record<Value, string>>;
  /** The chosen option, or `undefined` until the page is hydrated. */
  chosen: Value | undefined;
  onChoose: (option: Value) => void;
  /** Renders the visible content of an option. By default, this is the option's name. */
  children?: (option: Value) => ReactNode;
}

/** A setting with a few options: a label and a row of radio buttons that look like one control. */
export function ChoiceRow<Value extends string>({
  label,
  name,
  options,
  names,
  chosen,
  onChoose,
  children = (option) => names[option],
}: ChoiceRowProps<Value>) {
  return (
    <fieldset className={styles.row} disabled={!chosen}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              aria-label={names[option]}
              checked={option === chosen}
              onChange={() => onChoose(option)}
            />
            <span className={styles[option]}>{children(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
