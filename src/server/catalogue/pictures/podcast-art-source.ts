import { drawCover } from '#covers/cover.ts';
import type { CategoryId } from '#domain/categories.ts';
import { PODCASTS, type PodcastId, podcastArtKey } from '#domain/podcast.ts';

/** The cover and the text on the art of each podcast. */
const ARTS: Readonly<Record<PodcastId, { category: CategoryId; label: string }>> = {
  previews: { category: 'mab', label: 'Previews' },
  premium: { category: 'aac', label: 'Premium' },
};

/**
 * Draws the art of the podcast with the given key as SVG. Returns `undefined` if no podcast's art has this key.
 */
export async function drawPodcastArtOf(key: string): Promise<{ source: string } | undefined> {
  const podcast = PODCASTS.find((each) => key === podcastArtKey(each));
  if (!podcast) return undefined;
  const { category, label } = ARTS[podcast];
  const picture = drawCover({ category, seed: podcast }).svg;
  // The modules that draw text are loaded for the first art, since most processes never draw one.
  const [{ drawPodcastArt }, { readCardTypefaces }] = await Promise.all([
    import('#covers/podcast-art.ts'),
    import('#covers/share-card.ts'),
  ]);
  return { source: drawPodcastArt({ picture, label }, readCardTypefaces()) };
}
