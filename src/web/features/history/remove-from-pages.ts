import type { InfiniteData } from '@tanstack/react-query';

interface Page {
  metas: readonly { id: string }[];
  nextToken?: string | null;
}

/**
 * Returns the loaded pages of a list without the removed items. An empty page would end the list, so the page before it
 * gets its token.
 */
export function removeFromPages<Loaded extends Page>(
  { pages, pageParams }: InfiniteData<Loaded, string | null>,
  removed: ReadonlySet<string>,
): InfiniteData<Loaded, string | null> {
  const left: Loaded[] = [];
  for (const page of pages) {
    const metas = page.metas.filter(({ id }) => !removed.has(id));
    const last = left.at(-1);
    if (!last || (metas.length && last.metas.length)) left.push({ ...page, metas });
    else if (metas.length) left.splice(-1, 1, { ...page, metas });
    else left.splice(-1, 1, { ...last, nextToken: page.nextToken ?? null });
  }
  return { pages: left, pageParams: pageParams.slice(0, left.length) };
}
