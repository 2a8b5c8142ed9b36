import { afterAll, afterEach } from 'vitest';

/**
 * Fails a test in which React updates the page in a way that breaks translated pages. Translators replace text nodes
 * with elements, but React keeps references to text nodes that have siblings. After a translation, React would update a
 * detached node, or throw an error when it removes the node or inserts another node before it. React keeps no reference
 * to a text node that is an element's only child.
 */
export function failOnUntranslatableUpdates(): void {
  const offences = new Set<string>();
  const note = (records: readonly MutationRecord[]) => {
    for (const record of records) {
      const offence = offenceOf(record);
      if (offence) offences.add(offence);
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  afterAll(() => observer.disconnect());
  afterEach(() => {
    note(observer.takeRecords());
    const found = [...offences];
    offences.clear();
    if (found.length)
      throw new Error(
        `A translated page would break, or keep its old words. Give text that changes an element of its own, as one string:\n${found.join('\n')}`,
      );
  });
}

function offenceOf({ type, target, removedNodes, addedNodes, nextSibling }: MutationRecord) {
  if (type === 'characterData') return isHeld(target) && sentenceOf('changed', target);
  // Only React's own changes can break a translation, so the removal of the whole page at the end of a test is ignored.
  if (!isOfReact(target)) return undefined;
  // Translators add `FONT` elements; React does not.
  if (addedNodes[0]?.nodeName === 'FONT') return undefined;
  const removed = [...removedNodes].find(isHeld);
  if (removed) return sentenceOf('removed', removed, target);
  return (
    addedNodes.length > 0 &&
    isHeld(nextSibling) &&
    sentenceOf('inserted before', nextSibling!, target)
  );
}

/**
 * Returns true for a text node to which React keeps a reference. Text nodes that contain only white space do not count,
 * because translators ignore them.
 */
function isHeld(node: Node | null): boolean {
  return node instanceof Text && node.data.trim() !== '' && isOfReact(node);
}

function isOfReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith('__reactFiber$'));
}

function sentenceOf(
  what: string,
  { textContent, parentElement }: Node,
  parent: Node | null = parentElement,
): string {
  return `${what}: "${textContent}" in ${(parent as Element | null)?.outerHTML?.slice(0, 200)}`;
}

/** Translates the page as browsers do, including content added later. Returns a function that stops the translation. */
export function translatePage(): () => void {
  const translate = (node: Node) => {
    if (node instanceof Text) replaceText(node);
    else if (node.nodeName !== 'FONT') for (const child of [...node.childNodes]) translate(child);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translate(node);
    observer.takeRecords();
  });
  translate(document.body);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** Wraps a text node in elements, as translators do, but keeps its words, so that tests can find them. */
function replaceText(text: Text): void {
  if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea')) return;
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = text.data;
  outer.append(inner);
  text.replaceWith(outer);
}
