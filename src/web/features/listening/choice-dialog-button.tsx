import { useRef, useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './choice-dialog-button.module.css';

interface ChoiceButtonProps<Value> {
  /** The name of the setting, such as "Narrator". */
  label: string;
  /** The text above the options in the dialog. */
  note?: string;
  options: readonly { value: Value; name: string }[];
  /** The value of the chosen option. */
  chosen: Value;
  onChoose: (value: Value) => void;
}

/**
 * A button that shows a setting's name and value. It opens a dialog with the options, and closes the dialog when an
 * option is chosen.
 */
export function ChoiceDialogButton<Value extends string | number>({
  label,
  note,
  options,
  chosen,
  onChoose,
}: ChoiceButtonProps<Value>) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        ref={opener}
        className={styles.button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <span>{label}</span> <b>{options.find(({ value }) => value === chosen)?.name}</b>
      </button>
      <Dialog title={label} isOpen={isOpen} onClose={close} opener={opener}>
        {note && <p>{note}</p>}
        <ul className={styles.options}>
          {options.map(({ value, name }) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={value === chosen}
                onClick={() => {
                  onChoose(value);
                  close();
                }}
              >
                <span>{name}</span>
                {value === chosen && <Icon name="check" />}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
