import type { Config } from '#server/platform/config.ts';
import { pexels } from './pexels.ts';
import type { StockService } from './stock.ts';
import { unsplash } from './unsplash.ts';

/** The stock services that are configured. */
export function chooseStock({
  UNSPLASH_ACCESS_KEY,
  PEXELS_API_KEY,
}: Pick<Config, 'UNSPLASH_ACCESS_KEY' | 'PEXELS_API_KEY'>): StockService[] {
  return [
    ...(UNSPLASH_ACCESS_KEY ? [unsplash({ key: UNSPLASH_ACCESS_KEY })] : []),
    ...(PEXELS_API_KEY ? [pexels({ key: PEXELS_API_KEY })] : []),
  ];
}
