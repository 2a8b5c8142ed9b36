import { useState } from 'react';
import { copy } from '../copy.ts';
import { MOD } from '../lib/keys.ts';
import { areLettersOn, LETTERS, turnLetters } from '../lib/row-keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyList, type KeyWords } from '../ui/key-list.tsx';
import styles from './keys-dialog.module.css';

const words = copy.keys;

const EVERYWHERE: readonly KeyWords[] = [
  [`${MOD} K`, words.search],
  ['J, K', words.rows],
  ['Enter', words.open],
  ['?', words.list],
];

const PARTS: Readonly<Record<keyof typeof LETTERS, string>> = {
  ideas: words.ideas,
  concerns: words.concerns,
  review: words.review,
  reports: words.reports,
};

interface KeysDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The keys that work outside the editor, which has a list of its own. */
export function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  const [areOn, setOn] = useState(areLettersOn);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isReadFirst>
      <div className={styles.parts}>
        <KeyList keys={EVERYWHERE} />
        {(Object.keys(PARTS) as (keyof typeof LETTERS)[]).map((part) => (
          <section key={part}>
            <h3>{PARTS[part]}</h3>
            <KeyList keys={Object.values(LETTERS[part]).map(({ key, does }) => [key, does])} />
          </section>
        ))}
        <label className={styles.letters}>
          <input
            type="checkbox"
            checked={areOn}
            onChange={({ target }) => {
              turnLetters(target.checked);
              setOn(target.checked);
            }}
          />
          {words.letters}
        </label>
      </div>
    </Dialog>
  );
}
