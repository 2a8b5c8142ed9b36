import { afterAll, afterEach } from 'vitest';

/**
 * Fails a test if React updates the page in a way that breaks translated pages. Translators replace text nodes with
 * elements, but React keeps references to text nodes that have siblings. After a translation, React would update a
 * detached node, or throw an error when it removes the node or inserts another node before it. React keeps no reference
 * to a text node that is an element's only child.
 */
export function failOnUntranslatableUpdates(): void {
  const violations = new Set<string>();
  const recordViolations = (records: readonly MutationRecord[]) => {
    for (const record of records) {
      const violation = findViolation(record);
      if (violation) violations.add(violation);
    }
  };
  const observer = new MutationObserver(recordViolations);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  afterAll(() => observer.disconnect());
  afterEach(() => {
    recordViolations(observer.takeRecords());
    const messages = [...violations];
    violations.clear();
    if (messages.length)
      throw new Error(
        `A translated page would break, or keep its old words. Give text that changes an element of its own, as one string:\n${messages.join('\n')}`,
      );
  });
}

function findViolation({ type, target, removedNodes, addedNodes, nextSibling }: MutationRecord) {
  if (type === 'characterData') return isHeldByReact(target) && formatViolation('changed', target);
  // Only React's changes can break a translation, so the removal of the whole page at the end of a test is ignored.
  if (!isRenderedByReact(target)) return undefined;
  // Translators add `FONT` elements, but React never does.
  if (addedNodes[0]?.nodeName === 'FONT') return undefined;
  const removed = [...removedNodes].find(isHeldByReact);
  if (removed) return formatViolation('removed', removed, target);
  return (
    addedNodes.length > 0 &&
    isHeldByReact(nextSibling) &&
    formatViolation('inserted before', nextSibling!, target)
  );
}

/**
 * Returns true for a text node to which React keeps a reference. Text nodes that contain only white space do not count,
 * because translators ignore them.
 */
function isHeldByReact(node: Node | null): boolean {
  return node instanceof Text && node.data.trim() !== '' && isRenderedByReact(node);
}

function isRenderedByReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith('__reactFiber$'));
}

function formatViolation(
  change: string,
  { textContent, parentElement }: Node,
  parent: Node | null = parentElement,
): string {
  return `${change}: "${textContent}" in ${(parent as Element | null)?.outerHTML?.slice(0, 200)}`;
}

/**
 * Translates the page as browsers do, including content that is added later. Returns a function that stops the
 * translation.
 */
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

/** Wraps a text node in elements, as translators do. Keeps the text, so that tests can find it. */
function replaceText(text: Text): void {
  if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea')) return;
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = text.data;
  outer.append(inner);
  text.replaceWith(outer);
}
