import { type ComponentType, useState } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { logError } from '#web/lib/error-reports.ts';
import { showToast } from '#web/ui/toast.tsx';

/**
 * A dialog whose code comes with the first press: it weighs 20 KB with what is under it. `Dialog` is
 * `undefined` until then.
 */
export function useLateDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    try {
      const loaded = await loadChunk(load());
      setDialog(() => loaded);
      setIsOpen(true);
    } catch (error) {
      logError(error, 'A dialog could not be loaded');
      showToast({ kind: 'error', text: 'This could not be opened. Please try again.' });
    }
  }
  return { Dialog, isOpen, open, close: () => setIsOpen(false) };
}
