import type { Config } from '#server/platform/config.ts';
import { createPexelsClient } from './pexels.ts';
import type { StockService } from './stock-client.ts';
import { createUnsplashClient } from './unsplash.ts';

/** Creates the clients of the configured stock photo services. */
export function createStockServices({
  UNSPLASH_ACCESS_KEY,
  PEXELS_API_KEY,
}: Pick<Config, 'UNSPLASH_ACCESS_KEY' | 'PEXELS_API_KEY'>): StockService[] {
  return [
    ...(UNSPLASH_ACCESS_KEY ? [createUnsplashClient({ key: UNSPLASH_ACCESS_KEY })] : []),
    ...(PEXELS_API_KEY ? [createPexelsClient({ key: PEXELS_API_KEY })] : []),
  ];
}
