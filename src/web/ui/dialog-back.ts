import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Reports Android's back gesture; only Chromium has it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** The state of a history entry: its position, as the router counts them, and how many dialogs have entries below it. */
interface EntryState {
  idx?: number;
  dialogs?: number;
}

/** The removal of the entry of a dialog that has closed, until another dialog takes the entry over. */
let removal: ReturnType<typeof setTimeout> | undefined;

/**
 * Makes the back button close an open dialog instead of leaving the page under it. Where the step back stays in this
 * document, it is undone before the router sees it, and the history stays unchanged. On the first entry of a document the
 * step would leave it, so the dialog has an entry of its own for as long as it is open. With several dialogs open, the
 * last one opened closes.
 */
export function useCloseOnBack(
  popup: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!isOpen) return;
    const level = isFirst() ? addEntry() : 0;
    const stay = currentState();
    const onPop = (event: PopStateEvent) => {
      const next: EntryState = event.state ?? {};
      const steps = (stay.idx ?? 0) - (next.idx ?? 0);
      const isPast = (next.dialogs ?? 0) < level;
      // It returns from a step that has just been undone.
      if (steps === 0 && !isPast) return;
      const open = document.querySelectorAll('[role=dialog][data-open]');
      if ([...open].at(-1) !== popup.current) return;
      event.stopImmediatePropagation();
      if (!isPast) {
        ignoreNextStep();
        history.go(steps);
      }
      close();
    };
    addEventListener('popstate', onPop, { capture: true });
    let isLeaving = false;
    const onClick = ({ target }: MouseEvent) => {
      isLeaving ||= target instanceof Element && target.closest('a[href]') !== null;
    };
    const element = popup.current;
    element?.addEventListener('click', onClick, { capture: true });
    const watcher = 'CloseWatcher' in window ? new CloseWatcher() : undefined;
    watcher?.addEventListener('close', () => close());
    return () => {
      removeEventListener('popstate', onPop, { capture: true });
      element?.removeEventListener('click', onClick, { capture: true });
      watcher?.destroy();
      // A step back would cross the way a link leads to: the entry stays, and is skipped later.
      if (level && !isLeaving && currentState().dialogs === level)
        removal = setTimeout(removeEntry);
    };
  }, [popup, isOpen]);
}

/** True on the entry that the document was loaded for, or on a dialog's above it. */
function isFirst(): boolean {
  return !currentState().idx;
}

/** Adds an entry for a dialog, or takes over that of one that has just closed; returns how many there are now. */
function addEntry(): number {
  const state = currentState();
  const { dialogs = 0 } = state;
  if (removal !== undefined) {
    clearTimeout(removal);
    removal = undefined;
    if (dialogs) return dialogs;
  }
  history.pushState({ ...state, dialogs: dialogs + 1 }, '');
  addEventListener('popstate', skipEntry, { capture: true });
  return dialogs + 1;
}

function removeEntry(): void {
  removal = undefined;
  if (!currentState().dialogs) return;
  ignoreNextStep();
  history.back();
}

/** Passes the entry of a dialog that was left by a link: nothing is open there any more. */
function skipEntry(event: PopStateEvent): void {
  const { dialogs }: EntryState = event.state ?? {};
  if (!dialogs || document.querySelector('[role=dialog][data-open]')) return;
  event.stopImmediatePropagation();
  history.back();
}

function currentState(): EntryState {
  return history.state ?? {};
}

function ignoreNextStep(): void {
  const ignore = (event: PopStateEvent) => event.stopImmediatePropagation();
  addEventListener('popstate', ignore, { capture: true, once: true });
}
