import { useEffect } from 'react';

/** Sets the document's title, followed by the name of the studio. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Octavo Studio`;
  }, [title]);
}
