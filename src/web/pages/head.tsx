import { useLayoutEffect } from 'react';
import type { PageHead } from '#domain/page.ts';

/** "Title – Octavo"; the landing page, whose title is the product's name, says it once. */
export function documentTitle(title: string): string {
  return title === 'Octavo' ? title : `${title} – Octavo`;
}

/** Keeps the document's title and description those of the screen on show; the server wrote the first. */
export function useDocumentHead(head: PageHead | undefined): void {
  // Before the effects of the screen itself, which may know the title better.
  useLayoutEffect(() => {
    if (!head) return;
    document.title = documentTitle(head.title);
    document.querySelector('meta[name=description]')?.setAttribute('content', head.description);
    document.querySelector('link[rel=canonical]')?.setAttribute('href', head.path);
  }, [head]);
}
