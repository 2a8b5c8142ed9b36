import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A field of text that is as tall as what is in it: not every browser has `field-sizing`. */
export function useAutosizeTextarea(value: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is written
  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, [value]);
  return field;
}

function fitHeight(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  // With its borders: it is measured without them, and set with them.
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
