let element: HTMLAudioElement | undefined;

/**
 * Returns the page's only audio element. Call it first within a press: Safari lets an element play later only if it was
 * created and loaded within one.
 */
export function audioElement(): HTMLAudioElement {
  if (!element) {
    element = new Audio();
    element.load();
  }
  return element;
}
