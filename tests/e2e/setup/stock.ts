/**
 * Simulates the Unsplash API in the studio's server, which imports this module before it starts. The picture URLs have
 * Unsplash's origin, and the tests simulate the pictures in the browser.
 */
import { UNSPLASH_IMAGE_ORIGIN } from '#domain/images.ts';
import { createUnsplashPhoto } from '#server/studio/pictures/testing/stock-photo-server.ts';

const API = 'https://api.unsplash.com';
const IMAGE = `${UNSPLASH_IMAGE_ORIGIN}/photo-1417325384643-aac51acc9e5d?ixid=of-the-stand-in&ixlib=rb-4.1.0`;

const PHOTO = createUnsplashPhoto(
  { address: API },
  {
    urls: { raw: IMAGE, small: `${IMAGE}&w=400&fit=max` },
    links: { download_location: `${API}/photos/Dwu85P9SOIk/download?ixid=of-the-stand-in` },
    user: { name: 'Joel Bosetti', links: { html: 'https://unsplash.com/@joel' } },
  },
);

/** Responses of the simulated Unsplash API, by path. */
const RESPONSES_BY_PATH: Readonly<Record<string, unknown>> = {
  '/search/photos': { total_pages: 1, results: [PHOTO] },
  '/photos/Dwu85P9SOIk': PHOTO,
  '/photos/Dwu85P9SOIk/download': { url: IMAGE },
};

const realFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin !== API) return realFetch(input, init);
  const isAuthorized =
    new Headers(init?.headers).get('authorization') === 'Client-ID of-the-stand-in';
  const body = isAuthorized ? RESPONSES_BY_PATH[url.pathname] : undefined;
  return body ? Response.json(body) : Response.json({}, { status: isAuthorized ? 404 : 401 });
};
