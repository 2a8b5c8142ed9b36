import { JSDOM, VirtualConsole } from 'jsdom';
import sharp from 'sharp';
import { type LinkPreviewTags, readLinkPreviewTags } from '#domain/link-previews.ts';

/** A crawler that reads pages to create link previews for a service such as Slack. Its limits depend on the service. */
export interface Unfurler {
  name: string;
  userAgent: string;
  /** Maximum number of bytes of an HTML document that the crawler reads. */
  maxDocumentBytes: number;
  maxRedirects: number;
  /** Maximum size, in bytes, of a picture that the service shows. */
  maxPictureBytes: number;
  /** Minimum ratio of a picture's width to its height for which the service shows a large picture. */
  minProportions: number;
  /**
   * True if the crawler requests only the first `maxDocumentBytes` of an HTML document. It always requests whole
   * pictures.
   */
  requestsRange?: true;
}

const KILOBYTE = 1000;
const MEGABYTE = 1000 * KILOBYTE;

/**
 * Usual limits, for crawlers whose own limits are not documented. For example, X and LinkedIn do not document a limit
 * for HTML documents, so WhatsApp's limit is used. LinkedIn documents a ratio of 1.91:1 for pictures of 1200 × 627 or
 * 1200 × 630 pixels.
 */
const USUAL_LIMITS = {
  maxDocumentBytes: 300 * KILOBYTE,
  maxRedirects: 3,
  maxPictureBytes: 5 * MEGABYTE,
  minProportions: 1.9,
};

/** The crawlers of popular services, with their documented or usual limits. */
export const UNFURLERS: readonly Unfurler[] = [
  { name: 'X', userAgent: 'Twitterbot/1.0', ...USUAL_LIMITS },
  {
    name: 'Slack',
    userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    ...USUAL_LIMITS,
    maxDocumentBytes: 32 * 1024,
    requestsRange: true,
  },
  {
    name: 'WhatsApp',
    userAgent: 'WhatsApp/2.24.20.89 A',
    ...USUAL_LIMITS,
    maxPictureBytes: 600 * KILOBYTE,
  },
  {
    name: 'LinkedIn',
    userAgent:
      'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    ...USUAL_LIMITS,
  },
];

/** The data that a crawler has read from a page and its preview picture. */
export interface UnfurledLink {
  status: number;
  redirects: number;
  /** The part of the HTML document that the crawler has read. */
  document: string;
  tags: LinkPreviewTags;
  picture: { type: string; bytes: number; width: number; height: number };
}

/**
 * Reads a page and its preview picture as a service's crawler does. Uses no cookies, runs no scripts, and applies the
 * crawler's limits. Throws an error if the page exceeds a limit, or if data for the preview is missing. `timeout` is
 * the time limit for each request, in milliseconds.
 */
export async function unfurl(
  url: string,
  unfurler: Unfurler,
  timeout: number,
): Promise<UnfurledLink> {
  const { maxDocumentBytes, requestsRange } = unfurler;
  const range = requestsRange && { range: `bytes=0-${maxDocumentBytes - 1}` };
  const { response, redirects } = await request(url, unfurler, timeout, range);
  const document = (await readStart(response, maxDocumentBytes)).toString();
  const { window } = new JSDOM(document, { virtualConsole: new VirtualConsole() });
  const tags = readLinkPreviewTags((selector, name) =>
    window.document.querySelector(selector)?.getAttribute(name),
  );
  const picture = await readPicture(tags.image, unfurler, timeout);
  return { status: response.status, redirects, document, tags, picture };
}

async function readPicture(
  url: string,
  unfurler: Unfurler,
  timeout: number,
): Promise<UnfurledLink['picture']> {
  const { response } = await request(url, unfurler, timeout);
  if (!response.ok) throw new Error(`${url} has the status ${response.status}.`);
  const bytes = await readStart(response, unfurler.maxPictureBytes + 1);
  if (bytes.length > unfurler.maxPictureBytes)
    throw new Error(`${url} is too large for ${unfurler.name}.`);
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  if (width / height < unfurler.minProportions)
    throw new Error(`${url} is too narrow for ${unfurler.name}.`);
  const type = response.headers.get('content-type') ?? '';
  return { type, bytes: bytes.length, width, height };
}

/** Sends a request, and follows redirects up to the crawler's limit. */
async function request(
  url: string,
  { name, userAgent, maxRedirects }: Unfurler,
  timeout: number,
  extraHeaders: { range?: string } = {},
): Promise<{ response: Response; redirects: number }> {
  const headers = { 'user-agent': userAgent, accept: '*/*', ...extraHeaders };
  for (let redirects = 0, currentUrl = url; redirects <= maxRedirects; redirects++) {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(currentUrl, { headers, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (!location) return { response, redirects };
    await response.body?.cancel();
    currentUrl = new URL(location, currentUrl).href;
  }
  throw new Error(`${name} gives up on the redirects of ${url}.`);
}

/** Returns the first `limit` bytes of a response body, and cancels the rest of the transfer. */
async function readStart({ body }: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving this `for await` loop early cancels the transfer.
  for await (const chunk of body!) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
