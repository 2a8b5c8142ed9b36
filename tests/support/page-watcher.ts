/** One response to a request for a page. */
export interface PageResponse {
  /** Origin of the process that responded. */
  origin: string;
  path: string;
  /** The time of the request in milliseconds, as returned by `performance.now()`. */
  requestedAt: number;
  status: number;
  html: string;
  /** True if the server rendered the page for this request, instead of serving it from its cache. */
  isRendered: boolean;
}

/** Milliseconds between two rounds of requests. */
const PAUSE = 50;

export async function requestPage(origin: string, path: string): Promise<PageResponse> {
  const requestedAt = performance.now();
  const response = await fetch(origin + path);
  return {
    origin,
    path,
    requestedAt,
    status: response.status,
    html: await response.text(),
    isRendered: response.headers.has('server-timing'),
  };
}

/**
 * Requests every path from every process repeatedly. Returns a function that stops the requests, and returns all
 * responses.
 */
export function watchPages(
  origins: readonly string[],
  paths: readonly string[],
): () => Promise<PageResponse[]> {
  const responses: PageResponse[] = [];
  let isStopped = false;
  const watchOrigin = async (origin: string) => {
    while (!isStopped) {
      for (const path of paths) responses.push(await requestPage(origin, path));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  const watches = origins.map(watchOrigin);
  return async () => {
    isStopped = true;
    await Promise.all(watches);
    return responses;
  };
}
