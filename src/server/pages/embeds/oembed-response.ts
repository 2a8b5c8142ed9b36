import type { Article } from '#domain/article.ts';
import type { Author } from '#domain/author.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import {
  AVATAR_WIDTHS,
  COVER_HEIGHT_PER_WIDTH,
  COVER_WIDTHS,
  formatPicturePath,
  parsePicturePath,
} from '#domain/images.ts';
import { articleEmbedPath, authorPath } from '#domain/paths.ts';
import { chooseEmbedSize, MAX_EMBED_WIDTH, type OEmbedSizeLimits } from './embed-sizes.ts';

/**
 * The number of seconds for which another site may cache the response. During this time, the title in the response may
 * become outdated. The card in the frame is always up to date.
 */
const CACHE_AGE = 24 * 60 * 60;

/** The maximum width of a thumbnail, in pixels. Covers are rendered in advance as JPEG at this width. */
const MAX_THUMBNAIL_WIDTH = 960;
/**
 * The largest width or height, in pixels, of a thumbnail or frame in a response. Larger limits in a request have no
 * effect.
 */
export const MAX_OEMBED_DIMENSION = Math.max(
  MAX_EMBED_WIDTH,
  MAX_THUMBNAIL_WIDTH,
  MAX_THUMBNAIL_WIDTH * COVER_HEIGHT_PER_WIDTH,
);

/** A response with the fields of oEmbed 1.0 (oembed.com, 2.3.4). */
interface OEmbedResponse {
  version: '1.0';
  type: 'rich' | 'link';
  title: string;
  author_name: string;
  author_url: string;
  provider_name: string;
  provider_url: string;
  cache_age: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
  html?: string;
  width?: number;
  height?: number;
}

/**
 * Returns the oEmbed response for an article: a frame that shows the article's card. If the card would not be legible
 * within the limits, the response is a link without a frame.
 */
export function createArticleOEmbedResponse(
  article: Article,
  limits: OEmbedSizeLimits,
  origin: string,
): OEmbedResponse {
  const { title, path, authorAlias, image } = article;
  const size = chooseEmbedSize(limits);
  const description = {
    ...createDescription(title, authorAlias, origin),
    ...createThumbnail(image.src, COVER_WIDTHS, COVER_HEIGHT_PER_WIDTH, limits, origin),
  };
  if (!size) return { ...description, type: 'link' };
  const { width, height } = size;
  const html = `<iframe src="${origin}${articleEmbedPath(path)}" width="${width}" height="${height}" title="${escapeHtml(`${title}, on Octavo`)}" frameborder="0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return { ...description, type: 'rich', html, width, height };
}

/**
 * Returns the oEmbed response for an author. The response is a link without a frame, because a site that links to an
 * author already shows the author's name in its text.
 */
export function createAuthorOEmbedResponse(
  { alias, profileImage }: Pick<Author, 'alias' | 'profileImage'>,
  limits: OEmbedSizeLimits,
  origin: string,
): OEmbedResponse {
  return {
    ...createDescription(alias, alias, origin),
    type: 'link',
    ...createThumbnail(profileImage.src, AVATAR_WIDTHS, 1, limits, origin),
  };
}

function createDescription(title: string, authorAlias: string, origin: string) {
  return {
    version: '1.0',
    title,
    author_name: authorAlias,
    author_url: origin + authorPath(authorAlias),
    provider_name: 'Octavo',
    provider_url: origin,
    cache_age: CACHE_AGE,
  } as const;
}

/**
 * Returns the fields for the largest thumbnail within the limits. The thumbnail is a JPEG file, because every site
 * accepts JPEG. Returns no fields if Octavo does not host the picture, or if every width exceeds the limits.
 */
function createThumbnail(
  src: string,
  widths: readonly number[],
  heightPerWidth: number,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: OEmbedSizeLimits,
  origin: string,
): Pick<OEmbedResponse, 'thumbnail_url' | 'thumbnail_width' | 'thumbnail_height'> {
  const picture = parsePicturePath(src);
  const width = widths.findLast(
    (each) => each <= Math.min(maxwidth, MAX_THUMBNAIL_WIDTH) && each * heightPerWidth <= maxheight,
  );
  if (!picture || !width) return {};
  return {
    thumbnail_url: origin + formatPicturePath(picture.kind, picture.key, width, 'jpg'),
    thumbnail_width: width,
    thumbnail_height: width * heightPerWidth,
  };
}
