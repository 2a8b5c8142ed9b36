import { useEffect, useLayoutEffect } from 'react';
import {
  createHeadTags,
  formatDocumentTitle,
  HEAD_TAGS_SELECTOR,
  type HeadTag,
} from '#domain/document-head.ts';
import type { PageHead, PagePayload } from '#domain/page.ts';

/**
 * Selector of the elements that describe the first page to other sites and to search engines. They have no use after a
 * navigation, since these read only documents.
 */
const PREVIEW_TAGS_SELECTOR =
  'meta[property^="og:"],meta[name^="twitter:"],script[type="application/ld+json"],link[rel="alternate"]';

/** Updates the document's head for the current page. The server has already rendered the head of the first page. */
export function usePageHead(payload: PagePayload | undefined): void {
  // The update is a layout effect, because it must run before the screen's own effects, which may override the head.
  useLayoutEffect(() => {
    if (payload) showHead(payload.head);
  }, [payload]);
}

/**
 * Replaces the document's head for a screen whose content differs from its payload, such as after a change of filters.
 * `head` must be stable between renders.
 */
export function useScreenHead(head: PageHead): void {
  useEffect(() => showHead(head), [head]);
}

function showHead(head: PageHead): void {
  document.title = formatDocumentTitle(head.title);
  const shown = listTags(HEAD_TAGS_SELECTOR);
  const wanted = createHeadTags(originOf(shown), head).map(elementOf);
  if (wanted.length === shown.length && wanted.every((tag, at) => tag.isEqualNode(shown[at]!)))
    return;
  for (const tag of [...shown, ...listTags(PREVIEW_TAGS_SELECTOR)]) tag.remove();
  document.head.append(...wanted);
}

function listTags(selector: string): Element[] {
  return [...document.head.querySelectorAll(selector)];
}

/** Returns the origin of the canonical URL, which may differ from the current origin. */
function originOf(shown: readonly Element[]): string {
  const canonical = shown.find((tag) => tag instanceof HTMLLinkElement);
  return canonical ? new URL(canonical.href).origin : location.origin;
}

function elementOf({ name, attributes }: HeadTag): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
