let element: HTMLAudioElement | undefined;

/**
 * Returns the page's only audio element. The first call must happen during a press, because Safari only plays an
 * element that was created and loaded during a press.
 */
export function audioElement(): HTMLAudioElement {
  if (!element) {
    element = new Audio();
    element.load();
  }
  return element;
}
