import { useEffect } from 'react';

/** Names the document after what is on show. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Octavo Studio`;
  }, [title]);
}
