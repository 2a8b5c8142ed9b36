import styles from './switch-row.module.css';

interface SwitchRowProps {
  name: string;
  /** The description, shown below the switch's name. */
  children: string;
  /** True if the switch is on. While this is `undefined`, the state is unknown and the switch is disabled. */
  isOn: boolean | undefined;
  onChange?: (isOn: boolean) => void;
  /** True if the reader cannot change this switch. */
  isDisabled?: boolean;
}

/** A row with a switch, its name and its description. */
export function SwitchRow({ name, children, isOn, onChange, isDisabled = false }: SwitchRowProps) {
  return (
    <label className={styles.row}>
      <span>
        <b>{name}</b>
        <span>{children}</span>
      </span>
      <input
        type="checkbox"
        disabled={isDisabled || isOn === undefined}
        checked={isOn ?? false}
        onChange={({ target }) => onChange?.(target.checked)}
      />
    </label>
  );
}
