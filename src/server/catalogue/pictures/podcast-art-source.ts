import { drawCover } from '#covers/cover.ts';
import type { CategoryId } from '#domain/categories.ts';
import { createPodcastArtKey, PODCAST_KINDS, type PodcastKind } from '#domain/podcast.ts';

/** The label in each podcast's artwork, and the category in whose style the cover in the artwork is drawn. */
const ARTS: Readonly<Record<PodcastKind, { category: CategoryId; label: string }>> = {
  previews: { category: 'mab', label: 'Previews' },
  premium: { category: 'aac', label: 'Premium' },
};

/** Draws the podcast artwork with this key as SVG. Returns `undefined` if no artwork has this key. */
export async function drawPodcastArtByKey(key: string): Promise<{ source: string } | undefined> {
  const podcast = PODCAST_KINDS.find((each) => key === createPodcastArtKey(each));
  if (!podcast) return undefined;
  const { category, label } = ARTS[podcast];
  const picture = drawCover({ category, seed: podcast }).svg;
  // Most processes never draw artwork, so the modules that draw text are only imported when they are needed.
  const [{ drawPodcastArt }, { readCardTypefaces }] = await Promise.all([
    import('#covers/podcast-art.ts'),
    import('#covers/share-card.ts'),
  ]);
  return { source: drawPodcastArt({ picture, label }, readCardTypefaces()) };
}
