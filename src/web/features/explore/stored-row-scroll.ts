import { type RefObject, useLayoutEffect, useRef } from 'react';
import { getPreferredScrollBehavior } from '#ui/lib/motion.ts';

/** Number of pixels of an adjacent item that stay visible, to indicate that the row can be scrolled. */
const ADJACENT_ITEM_WIDTH = 44;

/** The last scroll position of each row in pixels, by the row's name. */
const scrollPositions = new Map<string, number>();

/**
 * Restores the scroll position of a row of links when the reader opens another page with the same row. Then scrolls far
 * enough to show the current link, which has `aria-current`. `chosen` identifies the current link. When it changes,
 * scrolls to the new current link.
 */
export function useRestoreRowScroll(
  row: RefObject<HTMLElement | null>,
  name: string,
  chosen: string | null,
): void {
  const wasRendered = useRef(false);

  useLayoutEffect(() => {
    const element = row.current!;
    const stored = scrollPositions.get(name);
    // Without a stored position, the row stays at the position that the style sheet has set.
    if (stored !== undefined) element.scrollLeft = stored;
    const storePosition = () => scrollPositions.set(name, element.scrollLeft);
    element.addEventListener('scroll', storePosition, { passive: true });
    return () => element.removeEventListener('scroll', storePosition);
  }, [row, name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the choice changes
  useLayoutEffect(() => {
    scrollToChosen(row.current!, wasRendered.current ? getPreferredScrollBehavior() : 'instant');
    wasRendered.current = true;
  }, [row, chosen]);
}

function scrollToChosen(row: HTMLElement, behavior: ScrollBehavior): void {
  const choice = row.querySelector('[aria-current]');
  if (!choice) return;
  const choiceBox = choice.getBoundingClientRect();
  const rowBox = row.getBoundingClientRect();
  row.scrollBy({
    left: computeScrollDistance(choiceBox.left, choiceBox.right, rowBox.left, rowBox.right),
    behavior,
  });
  // On a wide screen, the rows are vertical lists. A nested list does not scroll by itself, so its outer list is
  // scrolled.
  const column = row.parentElement!.closest('ul') ?? row;
  const { top, bottom } = column.getBoundingClientRect();
  column.scrollBy({
    top: computeScrollDistance(choiceBox.top, choiceBox.bottom, top, bottom),
    behavior,
  });
}

/**
 * Returns the number of pixels by which a container must scroll to show an item completely. If the item does not fit,
 * its start is shown.
 */
function computeScrollDistance(
  start: number,
  end: number,
  frameStart: number,
  frameEnd: number,
): number {
  if (start < frameStart + ADJACENT_ITEM_WIDTH) return start - frameStart - ADJACENT_ITEM_WIDTH;
  return Math.max(
    0,
    Math.min(end - frameEnd + ADJACENT_ITEM_WIDTH, start - frameStart - ADJACENT_ITEM_WIDTH),
  );
}
