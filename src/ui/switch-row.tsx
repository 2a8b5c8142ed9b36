import styles from './switch-row.module.css';

interface SwitchRowProps {
  name: string;
  /** The description below the switch's name. */
  children: string;
  /** State of the switch. While it is `undefined`, the state is unknown and the switch is disabled. */
  isOn: boolean | undefined;
  onChange?: (isOn: boolean) => void;
  /** True if the reader cannot change the switch. */
  isFixed?: boolean;
}

/** A switch with its name and description. */
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
