import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Reports Android's back gesture; only Chromium has it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Makes the back button close an open dialog instead of leaving the page under it. The history stays unchanged: the step
 * back is undone before the router sees it. With several dialogs open, the last one opened closes.
 */
export function useCloseOnBack(
  popup: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!isOpen) return;
    const stay = indexOf(history.state);
    const onPop = (event: PopStateEvent) => {
      const steps = stay - indexOf(event.state);
      // It returns from a step that has just been undone.
      if (steps === 0) return;
      const open = document.querySelectorAll('[role=dialog][data-open]');
      if ([...open].at(-1) !== popup.current) return;
      event.stopImmediatePropagation();
      addEventListener('popstate', swallow, { capture: true, once: true });
      history.go(steps);
      close();
    };
    addEventListener('popstate', onPop, { capture: true });
    const watcher = 'CloseWatcher' in window ? new CloseWatcher() : undefined;
    watcher?.addEventListener('close', () => close());
    return () => {
      removeEventListener('popstate', onPop, { capture: true });
      watcher?.destroy();
    };
  }, [popup, isOpen]);
}

/** Returns the position of a history entry, as the router counts them. */
function indexOf(state: { idx?: number } | null): number {
  return state?.idx ?? 0;
}

function swallow(event: Event): void {
  event.stopImmediatePropagation();
}
