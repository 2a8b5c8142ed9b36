import type { Config } from '#server/platform/config.ts';
import { createPexelsClient } from './pexels.ts';
import type { StockPhotoClient } from './stock-photo-client.ts';
import { createUnsplashClient } from './unsplash.ts';

/** Creates the clients for the configured stock photo services. */
export function createStockPhotoClients({
  UNSPLASH_ACCESS_KEY,
  PEXELS_API_KEY,
}: Pick<Config, 'UNSPLASH_ACCESS_KEY' | 'PEXELS_API_KEY'>): StockPhotoClient[] {
  return [
    ...(UNSPLASH_ACCESS_KEY ? [createUnsplashClient({ key: UNSPLASH_ACCESS_KEY })] : []),
    ...(PEXELS_API_KEY ? [createPexelsClient({ key: PEXELS_API_KEY })] : []),
  ];
}
