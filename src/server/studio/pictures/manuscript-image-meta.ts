import type { ArticleMeta } from '#domain/article.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { toArticleImage } from '#server/catalogue/articles/article-metas.ts';
import {
  chooseCover,
  keepVariantIfInCategory,
  loadCoversToCompare,
} from '#server/catalogue/articles/covers.ts';
import type { ArticleForEditors } from '#server/catalogue/articles/editor-articles.ts';
import { findPhoto } from '#server/catalogue/photos/repository.ts';
import { addPhotoToArticleImage } from '#server/catalogue/photos/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { getDrawingImageMeta } from './drawings.ts';

type PictureFields = Pick<Manuscript, 'picture' | 'category' | 'alt'>;

/**
 * Returns the metadata of the picture that would be published with the manuscript now. If the picture is a drawing that
 * is not published yet, only editors can load its URL.
 */
export async function getManuscriptImageMeta(
  queries: Queries,
  { id, image, ...article }: ArticleForEditors,
  { picture, category, alt }: PictureFields,
): Promise<ArticleMeta['image']> {
  const { photo: _photo, ...currentImage } = image;
  if (picture.kind === 'photo') {
    const photo = await findPhoto(queries, picture.photoId);
    if (photo?.crops[picture.crop - 1])
      return toArticleImage(
        addPhotoToArticleImage({ ...currentImage, alt }, photo, picture),
        category,
      );
  }
  const isOfCategory = article.category === category;
  const chosenVariant =
    picture.kind === 'drawn' ? keepVariantIfInCategory(picture.variant, category) : undefined;
  const variant = chosenVariant ?? (isOfCategory ? image.variant : undefined);
  if (!image.photo && isOfCategory && variant === image.variant)
    return toArticleImage({ ...currentImage, alt }, category);
  const finalVariant =
    variant ??
    chooseCover(id, category, alt, await loadCoversToCompare(queries, [category], [id]), variant)
      .variant;
  const drawing = getDrawingImageMeta(id, category, finalVariant, 960);
  return alt ? { ...drawing, alt } : drawing;
}
