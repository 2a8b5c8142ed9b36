import { useEffect } from 'react';

/** Names the document after what is on show. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Octavo Studio`;
  }, [title]);
}
