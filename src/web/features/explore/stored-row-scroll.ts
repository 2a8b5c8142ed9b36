import { type RefObject, useLayoutEffect, useRef } from 'react';
import { preferredScrollBehavior } from '#ui/lib/motion.ts';

/** Pixels of its neighbours that stay visible beside a choice, so that the row is seen to go on. */
const NEIGHBOUR = 44;

/** Where each row stood when it was last on show. */
const places = new Map<string, number>();

/**
 * Keeps a scrolling row of choices where the reader left it, across screens, and moves it just as far as
 * it takes to show the choice that is marked with `aria-current`. `chosen` names that choice.
 */
export function useStoredRowScroll(
  row: RefObject<HTMLElement | null>,
  name: string,
  chosen: string | null,
): void {
  const isShown = useRef(false);

  useLayoutEffect(() => {
    const element = row.current!;
    const kept = places.get(name);
    // Otherwise the style sheet has placed it, before the script was there.
    if (kept !== undefined) element.scrollLeft = kept;
    const keep = () => places.set(name, element.scrollLeft);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [row, name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it answers a new choice
  useLayoutEffect(() => {
    reveal(row.current!, isShown.current ? preferredScrollBehavior() : 'instant');
    isShown.current = true;
  }, [row, chosen]);
}

function reveal(row: HTMLElement, behavior: ScrollBehavior): void {
  const choice = row.querySelector('[aria-current]');
  if (!choice) return;
  const box = choice.getBoundingClientRect();
  const frame = row.getBoundingClientRect();
  row.scrollBy({ left: overshoot(box.left, box.right, frame.left, frame.right), behavior });
  // On a wide screen the rows are columns, and the outer one scrolls with what is nested in it.
  const column = row.parentElement!.closest('ul') ?? row;
  const { top, bottom } = column.getBoundingClientRect();
  column.scrollBy({ top: overshoot(box.top, box.bottom, top, bottom), behavior });
}

/** How far a span must move to lie within a frame, the start winning where both cannot. */
function overshoot(start: number, end: number, frameStart: number, frameEnd: number): number {
  if (start < frameStart + NEIGHBOUR) return start - frameStart - NEIGHBOUR;
  return Math.max(0, Math.min(end - frameEnd + NEIGHBOUR, start - frameStart - NEIGHBOUR));
}
