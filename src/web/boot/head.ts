/** Appends a `<link>` to the document's head. */
export function addToHead(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}
