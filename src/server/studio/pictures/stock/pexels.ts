import { z } from 'zod';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import {
  createStockPhotoServiceUnavailableError,
  downloadStockPhoto,
  fetchStockPhotoJson,
  type StockPhotoClient,
  type StockPhotoClientOptions,
} from './stock-photo-client.ts';

const API = 'https://api.pexels.com';
/** The origin of Pexels' image server. Editors' browsers load thumbnails from it. */
export const PEXELS_IMAGE_ORIGIN = 'https://images.pexels.com';
const PAGE_SIZE = 24;
/** The width, in pixels, of pictures that are downloaded from Pexels. */
const DOWNLOAD_WIDTH = 2400;
/** The timeout, in milliseconds, for downloading a picture. */
const DOWNLOAD_TIMEOUT = 12_000;

/** A schema for a photo in Pexels' API: https://www.pexels.com/api/documentation/#photos-overview */
const photoSchema = z.object({
  id: z.int().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
  photographer: z.string().trim().min(1),
  photographer_url: z.url({ protocol: /^https$/ }),
  avg_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullish()
    .catch(null),
  alt: z.string().nullish(),
  src: z.object({ original: z.url(), medium: z.url() }),
});

type PexelsPhoto = z.output<typeof photoSchema>;

const searchSchema = z.object({ photos: z.array(z.unknown()), next_page: z.string().nullish() });

/**
 * Creates a client for the Pexels API. Pexels' guidelines require that each picture has a credit with links to the
 * photographer and to Pexels. The guidelines allow Octavo to store the pictures.
 * https://www.pexels.com/api/documentation/#guidelines
 */
export function createPexelsClient({
  key,
  api = API,
  images = PEXELS_IMAGE_ORIGIN,
  timeout,
}: StockPhotoClientOptions): StockPhotoClient {
  const requestOptions = { service: 'pexels', headers: { authorization: key }, timeout } as const;

  return {
    id: 'pexels',

    async search(query, page) {
      const url = new URL('/v1/search', api);
      const parameters = { query, page, per_page: PAGE_SIZE, orientation: 'portrait' };
      for (const [name, value] of Object.entries(parameters))
        url.searchParams.set(name, String(value));
      const result = await fetchStockPhotoJson(url, requestOptions, searchSchema);
      const photos = result.photos.flatMap((each) => photoSchema.safeParse(each).data ?? []);
      return {
        hasMore: Boolean(result.next_page),
        pictures: photos.map((photo) => ({
          service: 'pexels',
          id: String(photo.id),
          thumbnail: photo.src.medium,
          width: photo.width,
          height: photo.height,
          ...toCredit(photo),
        })),
      };
    },

    async fetchChosenPicture(id) {
      const url = new URL(`/v1/photos/${encodeURIComponent(id)}`, api);
      const photo = await fetchStockPhotoJson(url, requestOptions, photoSchema);
      const { width, height, avg_color, src } = photo;
      const original = new URL(src.original);
      if (original.origin !== new URL(images).origin)
        throw createStockPhotoServiceUnavailableError('pexels');
      original.search = new URLSearchParams({
        auto: 'compress',
        cs: 'tinysrgb',
        w: String(DOWNLOAD_WIDTH),
      }).toString();
      return {
        sourceId: String(photo.id),
        width,
        height,
        color: avg_color ?? '#1b1a17',
        ...toCredit(photo),
        download: () =>
          downloadStockPhoto(
            original,
            { service: 'pexels', headers: {}, timeout: timeout ?? DOWNLOAD_TIMEOUT },
            PHOTO_LIMITS.bytes,
          ),
      };
    },
  };
}

function toCredit({ photographer, photographer_url, alt }: PexelsPhoto) {
  return {
    alt: (alt ?? '').trim().slice(0, 200),
    user: photographer,
    userProfile: photographer_url,
  };
}
