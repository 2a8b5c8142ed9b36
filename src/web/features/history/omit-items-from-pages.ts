import type { InfiniteData } from '@tanstack/react-query';

interface Page {
  metas: readonly { id: string }[];
  nextToken?: string | null;
}

/**
 * Returns the loaded pages of a list without the removed items. Also removes pages that become empty, because the list
 * would otherwise end at an empty page. The pagination token of such a page moves to the page before it.
 */
export function omitItemsFromPages<Loaded extends Page>(
  { pages, pageParams }: InfiniteData<Loaded, string | null>,
  removed: ReadonlySet<string>,
): InfiniteData<Loaded, string | null> {
  const remaining: Loaded[] = [];
  for (const page of pages) {
    const metas = page.metas.filter(({ id }) => !removed.has(id));
    const lastPage = remaining.at(-1);
    if (!lastPage || (metas.length && lastPage.metas.length)) remaining.push({ ...page, metas });
    else if (metas.length) remaining.splice(-1, 1, { ...page, metas });
    else remaining.splice(-1, 1, { ...lastPage, nextToken: page.nextToken ?? null });
  }
  return { pages: remaining, pageParams: pageParams.slice(0, remaining.length) };
}
