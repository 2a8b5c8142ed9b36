import { useEffect, useLayoutEffect } from 'react';
import type { Article } from '#domain/article.ts';
import {
  createHeadTags,
  formatDocumentTitle,
  HEAD_TAGS_SELECTOR,
  type HeadTag,
} from '#domain/document-head.ts';
import type { PageHead, PagePayload } from '#domain/page.ts';

/** Updates the document's head for the current page. The server has already rendered the head of the first page. */
export function usePageHead(payload: PagePayload | undefined): void {
  // The update is a layout effect, because it must run before the screen's own effects, which may override the head.
  useLayoutEffect(() => {
    if (payload) showHead(payload.head, articleOf(payload));
  }, [payload]);
}

/**
 * Replaces the document's head for a screen whose content differs from its payload, such as after a change of filters.
 * `head` must be stable between renders.
 */
export function useScreenHead(head: PageHead): void {
  useEffect(() => showHead(head), [head]);
}

function articleOf({ screen, props }: PagePayload): Article | undefined {
  return screen === 'article' && 'article' in props ? props.article : undefined;
}

function showHead(head: PageHead, article?: Article): void {
  document.title = formatDocumentTitle(head.title);
  const shown = [...document.head.querySelectorAll(HEAD_TAGS_SELECTOR)];
  const wanted = createHeadTags(originOf(shown), head, article).map(elementOf);
  if (wanted.length === shown.length && wanted.every((tag, at) => tag.isEqualNode(shown[at]!)))
    return;
  for (const tag of shown) tag.remove();
  document.head.append(...wanted);
}

/** Returns the origin of the canonical URL, which may differ from the current origin. */
function originOf(shown: readonly Element[]): string {
  const canonical = shown.find((tag) => tag instanceof HTMLLinkElement);
  return canonical ? new URL(canonical.href).origin : location.origin;
}

function elementOf({ name, attributes, text }: HeadTag): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
