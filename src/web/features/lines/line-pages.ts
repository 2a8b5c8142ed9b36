import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { Line } from '#domain/lines.ts';
import type { LinesScreenProps } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { sendGet } from '#ui/lib/api.ts';
import { createLinesQueryParameters } from './lines-url.ts';

/** One page of kept lines. */
interface LinePage {
  metas: readonly Line[];
  nextToken: string | null;
}

/**
 * Returns the options for the infinite query for a reader's kept lines. The list's first page comes from the web page's
 * payload. When the payload changes, the list is loaded again. `reader` is the reader's ID, or `null` until it is
 * known.
 */
export function linePagesQuery(reader: string | null, first: LinesScreenProps) {
  const { lines, nextToken, from } = first;
  const query = createLinesQueryParameters(first);
  const version = lines.map(({ id, note }) => `${id} ${note}`);
  return infiniteQueryOptions<
    LinePage,
    Error,
    InfiniteData<LinePage, string | null>,
    QueryKey,
    string | null
  >({
    queryKey: ['lines', reader, query, from, version],
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: PAGE_SIZES.lines, ...query, nextToken: pageParam };
      const page = await sendGet<Pick<LinesScreenProps, 'lines' | 'nextToken'>>(
        '/lines',
        parameters,
        signal,
      );
      return { metas: page.lines, nextToken: page.nextToken };
    },
    initialPageParam: from,
    getNextPageParam: (page) => page.nextToken,
    initialData: { pages: [{ metas: lines, nextToken }], pageParams: [from] },
    // A loaded list must not change while it is shown. It is loaded again when the reader returns to the screen,
    // because lines on later pages may have been removed by then, or their notes may have changed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
