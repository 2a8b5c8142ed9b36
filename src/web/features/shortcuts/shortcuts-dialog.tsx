import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { shortcutsCopy } from '#web/copy/shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

/** A dialog that lists the keyboard shortcuts. */
export function ShortcutsDialog(dialog: BaseDialogProps) {
  return (
    <Dialog {...dialog} title={shortcutsCopy.title} isTitleFocused>
      <dl className={styles.list}>
        {shortcutsCopy.list.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.about}>{shortcutsCopy.about}</p>
    </Dialog>
  );
}
