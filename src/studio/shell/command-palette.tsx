import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCloseOnBack } from '#ui/dialog-back.ts';
import { copy } from '../copy.ts';
import type { StudioScreen } from '../screens.ts';
import { focusImmediately } from '../ui/focus-immediately.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './command-palette.module.css';
import { type PaletteEntry, usePaletteEntries } from './use-palette-entries.ts';

const words = copy.shell;

interface CommandPaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  screens: readonly StudioScreen[];
  /** Shows the list of keyboard shortcuts. `undefined` on a screen that has its own list. */
  onShowShortcuts: (() => void) | undefined;
}

/** Shows a palette that searches screens, articles and commands as the user types. Ctrl+K or ⌘K opens it. */
export function CommandPalette({
  isOpen,
  onOpenChange,
  screens,
  onShowShortcuts,
}: CommandPaletteProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(popup, isOpen, () => onOpenChange(false));
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          ref={popup}
          className={styles.palette}
          initialFocus={() =>
            focusImmediately(popup.current, popup.current?.querySelector('input'))
          }
        >
          <Dialog.Title className="vh">{words.search}</Dialog.Title>
          <PaletteSearch
            screens={screens}
            onShowShortcuts={onShowShortcuts}
            onDone={() => onOpenChange(false)}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteSearchProps extends Pick<CommandPaletteProps, 'screens' | 'onShowShortcuts'> {
  onDone: () => void;
}

function PaletteSearch({ screens, onShowShortcuts, onDone }: PaletteSearchProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const entries = usePaletteEntries(text, screens, onShowShortcuts);

  function selectEntry({ to, href, run }: PaletteEntry) {
    onDone();
    if (href) location.assign(href);
    if (to) navigate(to);
    // The command runs after the palette has returned focus, because the command may open a dialog that moves focus.
    if (run) requestAnimationFrame(run);
  }

  return (
    <Autocomplete.Root
      items={entries}
      mode="none"
      inline
      open
      autoHighlight="always"
      value={text}
      onValueChange={setText}
      itemToStringValue={({ name }: PaletteEntry) => name}
    >
      <div className={styles.field}>
        <Icon name="search" />
        <Autocomplete.Input
          className={styles.input}
          placeholder={words.searchHint}
          aria-label={words.search}
        />
      </div>
      <Autocomplete.Empty className={styles.none}>
        {entries.length === 0 && words.noResults}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(entry: PaletteEntry) => (
          <Autocomplete.Item
            key={entry.id}
            value={entry}
            className={styles.entry}
            onClick={() => selectEntry(entry)}
          >
            <Icon name={entry.icon} />
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.detail}>{entry.detail}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
