import { useEffect, useLayoutEffect } from 'react';
import {
  createHeadTags,
  formatDocumentTitle,
  HEAD_TAGS_SELECTOR,
  type HeadTag,
} from '#domain/document-head.ts';
import type { PageHead, PagePayload } from '#domain/page.ts';

/**
 * Selector for the elements that describe the first page to other sites and to search engines. They are removed after a
 * navigation, because other sites and search engines read only the document as the server sent it.
 */
const PREVIEW_TAGS_SELECTOR =
  'meta[property^="og:"],meta[name^="twitter:"],script[type="application/ld+json"],link[rel="alternate"]';

/** Updates the document's head for the current page. The server has already rendered the head of the first page. */
export function usePageHead(payload: PagePayload | undefined): void {
  // The update is a layout effect, because it must run before the screen's own effects, which may change the head
  // again.
  useLayoutEffect(() => {
    if (payload) applyHead(payload.head);
  }, [payload]);
}

/**
 * Updates the document's head for a screen that shows content other than its payload, for example after the filters
 * have changed. `head` must be stable between renders.
 */
export function useHeadOverride(head: PageHead): void {
  useEffect(() => applyHead(head), [head]);
}

function applyHead(head: PageHead): void {
  document.title = formatDocumentTitle(head.title);
  const oldTags = listTags(HEAD_TAGS_SELECTOR);
  const newTags = createHeadTags(getCanonicalOrigin(oldTags), head).map(createTagElement);
  if (
    newTags.length === oldTags.length &&
    newTags.every((tag, at) => tag.isEqualNode(oldTags[at]!))
  )
    return;
  for (const tag of [...oldTags, ...listTags(PREVIEW_TAGS_SELECTOR)]) tag.remove();
  document.head.append(...newTags);
}

function listTags(selector: string): Element[] {
  return [...document.head.querySelectorAll(selector)];
}

/** Returns the origin of the canonical URL, which may differ from the current origin. */
function getCanonicalOrigin(oldTags: readonly Element[]): string {
  const canonical = oldTags.find((tag) => tag instanceof HTMLLinkElement);
  return canonical ? new URL(canonical.href).origin : location.origin;
}

function createTagElement({ name, attributes }: HeadTag): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
