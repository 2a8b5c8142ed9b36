import { useEffect } from 'react';
import type { Opened } from './bar.tsx';
import type { Desk } from './desk.ts';
import { stepPart } from './parts.ts';

/** The keys that work anywhere in the editor. */
export function useKeys({ autosave }: Desk, open: (opened: Opened) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey } = event;
      if (document.querySelector('[role=dialog][data-open]')) return;
      if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
        event.preventDefault();
        stepPart(key === 'ArrowDown' ? 1 : -1);
      } else if ((metaKey || ctrlKey) && KEYS[key]) {
        event.preventDefault();
        event.stopPropagation();
        if (key === 's') void autosave.flush();
        else open(KEYS[key] as Opened);
      }
    };
    // Before the text has it: there the same keys mean something else.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [autosave, open]);
}

const KEYS: Readonly<Record<string, Opened | 'save'>> = {
  s: 'save',
  Enter: 'publish',
  '/': 'help',
};
