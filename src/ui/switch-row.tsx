import styles from './switch-row.module.css';

interface SwitchRowProps {
  name: string;
  /** What it is about, under its name. */
  children: string;
  /** `undefined` until it is known: then it cannot be changed either. */
  isOn: boolean | undefined;
  onChange?: (isOn: boolean) => void;
  /** It is as it is, whoever asks. */
  isFixed?: boolean;
}

/** Something that is on or off, with its name and what it is about. */
export function SwitchRow({ name, children, isOn, onChange, isFixed = false }: SwitchRowProps) {
  return (
    <label className={styles.row}>
      <span>
        <b>{name}</b>
        <span>{children}</span>
      </span>
      <input
        type="checkbox"
        disabled={isFixed || isOn === undefined}
        checked={isOn ?? false}
        onChange={({ target }) => onChange?.(target.checked)}
      />
    </label>
  );
}
