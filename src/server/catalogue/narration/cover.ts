import { buffer } from 'node:stream/consumers';
import type { Article } from '#domain/article.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { TagContent } from '#speech/encoding/tag.ts';

/** Width of the cover in pixels. Locked phones show covers at this size; the file has about 40 KB. */
const WIDTH = 480;

/**
 * Loads the cover of an article for the MP3 tag of its narration. Returns undefined if another site hosts the image.
 */
export async function loadCoverArt(
  { image }: Pick<Article, 'image'>,
  pictures: Pick<PictureService, 'read'>,
): Promise<TagContent['cover']> {
  const key = /^\/images\/covers\/([^/]+)\//.exec(image.src)?.[1];
  if (!key) return undefined;
  const cover = await pictures.read({ kind: 'covers', key, width: WIDTH, format: 'jpg' });
  return cover && { bytes: await buffer(cover.body), mediaType: 'image/jpeg' };
}
