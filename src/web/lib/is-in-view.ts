/** Returns true if any part of an element is between the top and the bottom of the viewport. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
