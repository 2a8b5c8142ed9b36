import { SwitchRow } from '#ui/switch-row.tsx';
import { shortcutsCopy } from '#web/copy/shortcuts.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import styles from './keyboard-shortcut-setting.module.css';
import { storeShortcutSetting, useShortcutSetting } from './shortcut-setting.ts';

const copy = shortcutsCopy;
const loadDialog = () => import('./shortcuts-dialog.tsx').then((chunk) => chunk.ShortcutsDialog);

/** The switch for keyboard shortcuts, and a button that opens a list of them. */
export function KeyboardShortcutSetting() {
  const setting = useShortcutSetting();
  const { Dialog, state, open } = useLazyDialog(loadDialog, copy.helpFailed);
  const isBlocked = setting === 'blocked';
  return (
    <div className={styles.settings}>
      <SwitchRow
        name={copy.switch.name}
        isOn={setting && setting === 'on'}
        isDisabled={isBlocked}
        onChange={storeShortcutSetting}
      >
        {isBlocked ? copy.switch.blocked : copy.switch.text}
      </SwitchRow>
      <button
        ref={state.opener}
        className="btn btn-line"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state.isOpen}
        onClick={open}
      >
        {copy.show}
      </button>
      {Dialog && <Dialog {...state} />}
    </div>
  );
}
