import { useState } from 'react';
import { copy } from '../copy.ts';
import { MOD_KEY_LABEL } from '../lib/key-labels.ts';
import {
  areLetterShortcutsEnabled,
  LETTER_SHORTCUTS_BY_SCREEN,
  storeLetterShortcutsEnabled,
} from '../lib/list-shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Shortcut, ShortcutList } from '../ui/shortcut-list.tsx';
import styles from './shortcuts-dialog.module.css';

const words = copy.keys;

const GLOBAL_SHORTCUTS: readonly Shortcut[] = [
  [`${MOD_KEY_LABEL} K`, words.search],
  ['J, K', words.rows],
  ['Enter', words.open],
  ['?', words.list],
];

const SECTION_TITLES: Readonly<Record<keyof typeof LETTER_SHORTCUTS_BY_SCREEN, string>> = {
  ideas: words.ideas,
  concerns: words.concerns,
  review: words.review,
  reports: words.reports,
};

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Lists the keyboard shortcuts of all screens. The article editor is omitted, because it has its own list. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const [areEnabled, setEnabled] = useState(areLetterShortcutsEnabled);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} focusesTitle>
      <div className={styles.parts}>
        <ShortcutList keys={GLOBAL_SHORTCUTS} />
        {(Object.keys(SECTION_TITLES) as (keyof typeof LETTER_SHORTCUTS_BY_SCREEN)[]).map(
          (section) => (
            <section key={section}>
              <h3>{SECTION_TITLES[section]}</h3>
              <ShortcutList
                keys={Object.values(LETTER_SHORTCUTS_BY_SCREEN[section]).map(
                  ({ key, description }) => [key, description],
                )}
              />
            </section>
          ),
        )}
        <label className={styles.letters}>
          <input
            type="checkbox"
            checked={areEnabled}
            onChange={({ target }) => {
              storeLetterShortcutsEnabled(target.checked);
              setEnabled(target.checked);
            }}
          />
          {words.letters}
        </label>
      </div>
    </Dialog>
  );
}
