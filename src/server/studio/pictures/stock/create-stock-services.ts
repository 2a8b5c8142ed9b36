import type { Config } from '#server/platform/config.ts';
import { createPexels } from './pexels.ts';
import type { StockService } from './stock-client.ts';
import { createUnsplash } from './unsplash.ts';

/** Creates the clients of the configured stock services. */
export function createStockServices({
  UNSPLASH_ACCESS_KEY,
  PEXELS_API_KEY,
}: Pick<Config, 'UNSPLASH_ACCESS_KEY' | 'PEXELS_API_KEY'>): StockService[] {
  return [
    ...(UNSPLASH_ACCESS_KEY ? [createUnsplash({ key: UNSPLASH_ACCESS_KEY })] : []),
    ...(PEXELS_API_KEY ? [createPexels({ key: PEXELS_API_KEY })] : []),
  ];
}
