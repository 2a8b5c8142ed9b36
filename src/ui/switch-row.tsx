import styles from './switch-row.module.css';

interface SwitchRowProps {
  name: string;
  /** The description below the switch's name. */
  children: string;
  /** `undefined` until the state is known; the switch is disabled until then. */
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
