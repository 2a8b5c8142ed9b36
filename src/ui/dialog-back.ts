import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The browser API that reports Android's back gesture. Only Chromium supports it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** A history entry's state object. */
interface EntryState {
  /** Index of the history entry within this visit. The router assigns it. */
  idx?: number;
  /**
   * True for the guard entry. The guard entry is an extra history entry after the first entry of a visit. Both entries
   * show the same page.
   */
  isGuard?: boolean;
}

/**
 * Makes the back button close an open dialog instead of leaving the page. The hook undoes the step back before the
 * router notices it, so the page does not change. If several dialogs are open, only the topmost one closes.
 */
export function useCloseOnBack(
  popup: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!isOpen) return;
    guardFirstEntry();
    const dialogEntry = readEntryState();
    const onPop = (event: PopStateEvent) => {
      const steps = countStepsBetween(event.state ?? {}, dialogEntry);
      // Undoing a step back also fires an event. By then, the dialog's history entry is current again, so there is
      // nothing to do.
      if (steps === 0) return;
      const openDialogs = document.querySelectorAll('[role=dialog][data-open]');
      if ([...openDialogs].at(-1) !== popup.current) return;
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

/**
 * Pushes the guard entry after the first history entry of a visit. Without it, a step back from the first entry would
 * unload the document and could not be undone. The guard entry stays after the dialog closes, because removing it would
 * cancel a navigation that a link in the dialog has started.
 */
function guardFirstEntry(): void {
  const state = readEntryState();
  if (state.idx) return;
  if (!state.isGuard) history.pushState({ ...state, isGuard: true }, '');
  addEventListener('popstate', leaveFirstEntry, { capture: true });
}

/**
 * Goes back a second time after a step back from the guard entry to the first entry of a visit. Both entries show the
 * same page, so a single step would have no visible effect.
 */
function leaveFirstEntry(event: PopStateEvent): void {
  const { idx, isGuard }: EntryState = event.state ?? {};
  if (idx || isGuard || document.querySelector('[role=dialog][data-open]')) return;
  event.stopImmediatePropagation();
  removeEventListener('popstate', leaveFirstEntry, { capture: true });
  history.back();
}

/** Returns the number of steps from one history entry to another. It is negative if `to` is an earlier entry. */
function countStepsBetween(from: EntryState, to: EntryState): number {
  const steps = (to.idx ?? 0) - (from.idx ?? 0);
  return steps || Number(to.isGuard ?? false) - Number(from.isGuard ?? false);
}

function readEntryState(): EntryState {
  return history.state ?? {};
}

function swallow(event: Event): void {
  event.stopImmediatePropagation();
}
