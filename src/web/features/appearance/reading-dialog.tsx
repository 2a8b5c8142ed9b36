import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { appearanceCopy } from '#web/copy/appearance.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { ChoiceRow } from './choice-row.tsx';
import styles from './reading-dialog.module.css';
import { ReadingSettingsControls } from './reading-settings-controls.tsx';
import { applyAndStoreTheme, getCurrentTheme, THEMES } from './theme.ts';
import { subscribeToAppearance } from './watch-appearance.ts';

/**
 * The dialog with the reading settings and the theme. Each choice immediately changes the article behind the dialog.
 */
export function ReadingDialog(dialog: BaseDialogProps) {
  const theme = useBrowserValue(subscribeToAppearance, getCurrentTheme);
  return (
    <Dialog {...dialog} title={appearanceCopy.reading.title} isAside>
      <div className={styles.settings}>
        <ChoiceRow
          label={appearanceCopy.theme}
          name="theme"
          options={THEMES}
          names={appearanceCopy.themes}
          chosen={theme}
          onChoose={applyAndStoreTheme}
        />
        <ReadingSettingsControls />
      </div>
    </Dialog>
  );
}
