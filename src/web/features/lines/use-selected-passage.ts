import { type RefObject, useCallback, useEffect, useState } from 'react';
import { moveFocusTo } from '#ui/focus.ts';
import { readSelectedPassage, type SelectedPassage } from './read-selection.ts';

/** A selection counts as finished after this many milliseconds without a change. */
const SETTLING_TIME = 250;

/**
 * Returns the passage that the reader selected in an article's text, and a function that closes the passage's menu.
 * Ignores selection changes while the reader uses the menu, because touching the menu may clear the selection before
 * the `click` event. Tab moves focus to the menu. The menu closes on Escape, and when keyboard focus leaves it.
 */
export function useSelectedPassage(
  text: HTMLElement,
  menu: RefObject<HTMLElement | null>,
): [SelectedPassage | undefined, close: () => void] {
  const [passage, setPassage] = useState<SelectedPassage>();
  const close = useCallback(() => {
    // Closing the menu removes the focused button, so focus moves to the article's text.
    if (menu.current?.contains(document.activeElement)) moveFocusTo(text, false);
    setPassage(undefined);
  }, [text, menu]);

  useEffect(() => {
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDragging = false;
    let isInUse = false;
    const isInMenu = (node: EventTarget | null) => menu.current?.contains(node as Node) ?? false;
    const read = () => {
      if (isDragging || isInUse || isInMenu(document.activeElement)) return;
      setPassage(readSelectedPassage(text));
    };
    const readOnceSettled = () => {
      clearTimeout(timer);
      timer = setTimeout(read, SETTLING_TIME);
    };
    const onSelectionChange = () => {
      // Once the menu has closed, selection changes must no longer be ignored.
      if (!menu.current) isInUse = false;
      readOnceSettled();
    };
    const onPointerDown = ({ target, pointerType, button }: PointerEvent) => {
      isInUse = isInMenu(target);
      isDragging = pointerType === 'mouse' && button === 0 && !isInUse;
    };
    const onPointerEnd = () => {
      isDragging = false;
      readOnceSettled();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const firstButton = menu.current?.querySelector<HTMLElement>('button');
      if (!firstButton) return;
      if (event.key === 'Escape') {
        if (isInMenu(document.activeElement)) getSelection()?.removeAllRanges();
        close();
      }
      const isForward = event.key === 'Tab' && !event.shiftKey;
      // Tab moves focus to the menu only if focus is on the article's text or an element around it, not on another
      // control.
      if (isForward && document.activeElement?.contains(text)) {
        event.preventDefault();
        firstButton.focus({ preventScroll: true });
      }
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (!isInMenu(target) || !relatedTarget || isInMenu(relatedTarget)) return;
      // The reader left the menu with the keyboard. The selection is cleared, because otherwise it would open the menu
      // again.
      getSelection()?.removeAllRanges();
      setPassage(undefined);
    };
    document.addEventListener('selectionchange', onSelectionChange, options);
    document.addEventListener('focusout', onFocusOut, options);
    addEventListener('pointerdown', onPointerDown, options);
    addEventListener('pointerup', onPointerEnd, options);
    addEventListener('pointercancel', onPointerEnd, options);
    addEventListener('keydown', onKeyDown, options);
    readOnceSettled();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, menu, close]);

  return [passage, close];
}
