import type { Config } from '#server/platform/config.ts';
import { createPexelsClient } from './pexels.ts';
import type { StockPhotoService } from './stock-photo-client.ts';
import { createUnsplashClient } from './unsplash.ts';

/** Creates the clients of the configured stock photo services. */
export function createStockPhotoServices({
  UNSPLASH_ACCESS_KEY,
  PEXELS_API_KEY,
}: Pick<Config, 'UNSPLASH_ACCESS_KEY' | 'PEXELS_API_KEY'>): StockPhotoService[] {
  return [
    ...(UNSPLASH_ACCESS_KEY ? [createUnsplashClient({ key: UNSPLASH_ACCESS_KEY })] : []),
    ...(PEXELS_API_KEY ? [createPexelsClient({ key: PEXELS_API_KEY })] : []),
  ];
}
