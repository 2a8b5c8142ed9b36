import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Reports Android's back gesture; only Chromium has it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** The state of a history entry. */
interface EntryState {
  /** The position of the entry in this visit, as the router counts them. */
  idx?: number;
  /** True on the entry that stands above a visit's first one, for the same page. */
  isGuard?: boolean;
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
    guardFirstEntry();
    const stay = currentState();
    const onPop = (event: PopStateEvent) => {
      const steps = stepsBetween(event.state ?? {}, stay);
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

/**
 * Adds an entry above a visit's first one, since a step back from there would leave the document and could not be undone.
 * It stays when the dialog closes: going back by script would cancel what a link in the dialog has begun to load.
 */
function guardFirstEntry(): void {
  const state = currentState();
  if (state.idx) return;
  if (!state.isGuard) history.pushState({ ...state, isGuard: true }, '');
  addEventListener('popstate', leaveFirstEntry, { capture: true });
}

/** Leaves the visit when a step back ends on its first entry, which shows the same page as the guard. */
function leaveFirstEntry(event: PopStateEvent): void {
  const { idx, isGuard }: EntryState = event.state ?? {};
  if (idx || isGuard || document.querySelector('[role=dialog][data-open]')) return;
  event.stopImmediatePropagation();
  removeEventListener('popstate', leaveFirstEntry, { capture: true });
  history.back();
}

/** Returns how many steps forward lead from one entry to another; negative ones lead back. */
function stepsBetween(from: EntryState, to: EntryState): number {
  const steps = (to.idx ?? 0) - (from.idx ?? 0);
  return steps || Number(to.isGuard ?? false) - Number(from.isGuard ?? false);
}

function currentState(): EntryState {
  return history.state ?? {};
}

function swallow(event: Event): void {
  event.stopImmediatePropagation();
}
