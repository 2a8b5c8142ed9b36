/** One answer to a request for a page. */
export interface Sighting {
  /** Which process, by its origin. */
  origin: string;
  path: string;
  /** When it was asked for, by `performance.now()`. */
  askedAt: number;
  status: number;
  html: string;
  /** Whether it was made for this request, and not kept from an earlier one. */
  isMade: boolean;
}

/** Milliseconds between two rounds of looking. */
const PAUSE = 50;

/** Asks for a page once. */
export async function look(origin: string, path: string): Promise<Sighting> {
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

/** Asks every process for every path over and over. Returns how to stop, which gives all that was seen. */
export function watch(
  origins: readonly string[],
  paths: readonly string[],
): () => Promise<Sighting[]> {
  const seen: Sighting[] = [];
  let isOver = false;
  const watchOne = async (origin: string) => {
    while (!isOver) {
      for (const path of paths) seen.push(await look(origin, path));
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
