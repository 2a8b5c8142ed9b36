import { useEffect, useLayoutEffect } from 'react';
import type { Article } from '#domain/article.ts';
import { documentTitle, HEAD_TAGS, type HeadTag, headTags } from '#domain/document-head.ts';
import type { PageHead, PagePayload } from '#domain/page.ts';

/** Keeps the document's head that of the page on show; the server wrote the first. */
export function usePageHead(payload: PagePayload | undefined): void {
  // Before the effects of the screen itself, which may know better.
  useLayoutEffect(() => {
    if (payload) showHead(payload.head, articleOf(payload));
  }, [payload]);
}

/** Makes the document's head that of a screen that has moved on from its page. Give it the same object until it does. */
export function useScreenHead(head: PageHead): void {
  useEffect(() => showHead(head), [head]);
}

function articleOf({ screen, props }: PagePayload): Article | undefined {
  return screen === 'article' && 'article' in props ? props.article : undefined;
}

function showHead(head: PageHead, article?: Article): void {
  document.title = documentTitle(head.title);
  const shown = [...document.head.querySelectorAll(HEAD_TAGS)];
  const wanted = headTags(originOf(shown), head, article).map(elementOf);
  if (wanted.length === shown.length && wanted.every((tag, at) => tag.isEqualNode(shown[at]!)))
    return;
  for (const tag of shown) tag.remove();
  document.head.append(...wanted);
}

/** The server knows by which name readers come; this page may have been asked for by another. */
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
