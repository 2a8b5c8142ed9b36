/** One response to a request for a page. */
export interface PageResponse {
  /** Origin of the process that responded. */
  origin: string;
  path: string;
  /** Time of the request in milliseconds, as returned by `performance.now()`. */
  askedAt: number;
  status: number;
  html: string;
  /** True if the page was rendered for this request rather than served from the cache. */
  isMade: boolean;
}

/** Milliseconds between two rounds of requests. */
const PAUSE = 50;

export async function requestPage(origin: string, path: string): Promise<PageResponse> {
  const askedAt = performance.now();
  const response = await fetch(origin + path);
  return {
    origin,
    path,
    askedAt,
    status: response.status,
    html: await response.text(),
    isMade: response.headers.has('server-timing'),
  };
}

/**
 * Repeatedly requests every path from every process. Returns a function that stops the requests and returns all
 * responses.
 */
export function watchPages(
  origins: readonly string[],
  paths: readonly string[],
): () => Promise<PageResponse[]> {
  const seen: PageResponse[] = [];
  let isOver = false;
  const watchOne = async (origin: string) => {
    while (!isOver) {
      for (const path of paths) seen.push(await requestPage(origin, path));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  const watching = origins.map(watchOne);
  return async () => {
    isOver = true;
    await Promise.all(watching);
    return seen;
  };
}
