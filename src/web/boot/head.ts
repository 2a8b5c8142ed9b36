/** Appends a `<link>` to the document's head. */
export function addLinkToHead(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}
