import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Adjusts the height of a textarea to its text, for browsers that do not support the CSS property `field-sizing`.
 * Returns the ref for the textarea.
 */
export function useAutosizeTextarea(value: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text determines the height
  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, [value]);
  return field;
}

function fitHeight(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  // `height` includes the borders, but `scrollHeight` does not, so the width of the borders is added.
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
