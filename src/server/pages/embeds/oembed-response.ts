import type { Article } from '#domain/article.ts';
import type { Author } from '#domain/author.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import {
  AVATAR_WIDTHS,
  COVER_HEIGHT_PER_WIDTH,
  COVER_WIDTHS,
  parsePicturePath,
  picturePath,
} from '#domain/images.ts';
import { articleEmbedPath, authorPath } from '#domain/paths.ts';
import { chooseEmbedSize, MAX_EMBED_WIDTH, type SizeLimits } from './embed-sizes.ts';

/**
 * Seconds for which a site that embeds a link may cache the response. It is the title that may become outdated, since
 * the card in the frame is always current.
 */
const CACHE_AGE = 24 * 60 * 60;

/** Maximum width of a thumbnail, in pixels. Covers are available as JPEG only at this width. */
const MAX_THUMBNAIL_WIDTH = 960;
/** Largest width or height of anything in a response, in pixels. A larger limit makes no difference. */
export const MAX_OEMBED_SIZE = Math.max(
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
 * Describes an article as a frame with its card. Describes it as a link, without a frame, if the card would not be
 * legible within the limits.
 */
export function describeArticle(
  article: Article,
  limits: SizeLimits,
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

/** Describes an author as a link, since a site that links to an author shows the name in its own text. */
export function describeAuthor(
  { alias, profileImage }: Pick<Author, 'alias' | 'profileImage'>,
  limits: SizeLimits,
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

/** Returns the largest rendering of one of Octavo's pictures within the limits, as JPEG, which every site accepts. */
function createThumbnail(
  src: string,
  widths: readonly number[],
  heightPerWidth: number,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: SizeLimits,
  origin: string,
): Pick<OEmbedResponse, 'thumbnail_url' | 'thumbnail_width' | 'thumbnail_height'> {
  const picture = parsePicturePath(src);
  const width = widths.findLast(
    (each) => each <= Math.min(maxwidth, MAX_THUMBNAIL_WIDTH) && each * heightPerWidth <= maxheight,
  );
  if (!picture || !width) return {};
  return {
    thumbnail_url: origin + picturePath(picture.kind, picture.key, width, 'jpg'),
    thumbnail_width: width,
    thumbnail_height: width * heightPerWidth,
  };
}
