import { z } from 'zod';
import { UNSPLASH_IMAGE_ORIGIN } from '#domain/images.ts';
import {
  createStockPhotoServiceUnavailableError,
  fetchStockPhotoJson,
  type StockPhotoClient,
  type StockPhotoClientOptions,
} from './stock-photo-client.ts';

const API = 'https://api.unsplash.com';
const PAGE_SIZE = 24;

const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/i);

/** A schema for a photo in Unsplash's API: https://unsplash.com/documentation#get-a-photo */
const photoSchema = z.object({
  id: z.string().min(1).max(40),
  width: z.int().positive(),
  height: z.int().positive(),
  color: colorSchema.nullish().catch(null),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  urls: z.object({ raw: z.url(), small: z.url() }),
  links: z.object({ download_location: z.url() }),
  user: z.object({
    name: z.string().trim().min(1),
    links: z.object({ html: z.url({ protocol: /^https$/ }) }),
  }),
});

type UnsplashPhoto = z.output<typeof photoSchema>;

const searchSchema = z.object({ total_pages: z.int(), results: z.array(z.unknown()) });

/**
 * Creates a client for the Unsplash API. Unsplash's guidelines require that pictures are loaded from Unsplash's
 * servers. Each picture must have a credit with referral links to the photographer and to Unsplash. Each choice of a
 * picture must be reported as a download. https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines
 */
export function createUnsplashClient({
  key,
  api = API,
  images = UNSPLASH_IMAGE_ORIGIN,
  timeout,
}: StockPhotoClientOptions): StockPhotoClient {
  const requestOptions = {
    service: 'unsplash',
    headers: { authorization: `Client-ID ${key}`, 'accept-version': 'v1' },
    timeout,
  } as const;
  /**
   * Returns true if a picture is free to use. Pictures on other hosts belong to Unsplash+, which requires a paid
   * subscription.
   */
  const isFreeToUse = ({ urls }: UnsplashPhoto) => urls.raw.startsWith(`${images}/`);

  return {
    id: 'unsplash',

    async search(query, page) {
      const url = new URL('/search/photos', api);
      const parameters = {
        query,
        page,
        per_page: PAGE_SIZE,
        orientation: 'portrait',
        content_filter: 'high',
      };
      for (const [name, value] of Object.entries(parameters))
        url.searchParams.set(name, String(value));
      const result = await fetchStockPhotoJson(url, requestOptions, searchSchema);
      const photos = result.results.flatMap((each) => photoSchema.safeParse(each).data ?? []);
      return {
        hasMore: page < result.total_pages,
        pictures: photos.filter(isFreeToUse).map((photo) => ({
          service: 'unsplash',
          id: photo.id,
          thumbnail: photo.urls.small,
          width: photo.width,
          height: photo.height,
          ...toCredit(photo),
        })),
      };
    },

    async fetchChosenPicture(id) {
      const photo = await fetchStockPhotoJson(
        new URL(`/photos/${encodeURIComponent(id)}`, api),
        requestOptions,
        photoSchema,
      );
      const download = new URL(photo.links.download_location);
      if (!isFreeToUse(photo) || download.origin !== new URL(api).origin)
        throw createStockPhotoServiceUnavailableError('unsplash');
      await fetchStockPhotoJson(download, requestOptions, z.object({}));
      const { width, height, color } = photo;
      return {
        sourceId: photo.id,
        width,
        height,
        color: color ?? '#1b1a17',
        address: photo.urls.raw,
        ...toCredit(photo),
      };
    },
  };
}

function toCredit({ user, description, alt_description }: UnsplashPhoto) {
  const profile = new URL(user.links.html);
  profile.searchParams.set('utm_source', 'octavo');
  profile.searchParams.set('utm_medium', 'referral');
  return {
    alt: (alt_description || description || '').trim().slice(0, 200),
    user: user.name,
    userProfile: profile.href,
  };
}
