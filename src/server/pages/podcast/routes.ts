import type { FastifyInstance } from 'fastify';
import { DEFAULT_NARRATOR_ID } from '#domain/narrators.ts';
import { PODCAST_EPISODE_FOLDER, PODCAST_FEED_PATH } from '#domain/podcast.ts';
import {
  type EpisodeNarrationService,
  sendEpisodeFile,
} from '#server/catalogue/podcast/episode-files.ts';
import {
  type EpisodeFinder,
  MAX_ARTICLES_PER_PODCAST,
} from '#server/catalogue/podcast/episodes.ts';
import {
  PODCAST_FEED_MEDIA_TYPE,
  renderPodcastFeed,
} from '#server/catalogue/podcast/render-podcast-feed.ts';
import type { TextDocumentCache } from '../text-document-cache.ts';

/**
 * The cache lifetime of an episode's audio file. If an article is withdrawn, clients may still use the cached file for
 * up to an hour. A new recording of the article has a new URL.
 */
const EPISODE_CACHE_CONTROL = 'public, max-age=3600';

/**
 * The maximum age of the cached feed in seconds. The age is limited, because a new recording does not invalidate the
 * cached feed.
 */
const FEED_MAX_AGE = 300;

export interface PodcastOptions {
  documents: TextDocumentCache;
  episodes: EpisodeFinder;
  narrations: EpisodeNarrationService;
  origin: string;
}

/** Registers the public podcast: the feed and its episodes. The episodes are previews of the articles' narrations. */
export function podcastRoutes(
  app: FastifyInstance,
  { documents, episodes: finder, narrations, origin }: PodcastOptions,
): void {
  const hidden = { schema: { hide: true } };

  app.get(PODCAST_FEED_PATH, hidden, (request, reply) =>
    documents.send(request, reply, PODCAST_FEED_PATH, async (content) => {
      content.limitMaxAge(FEED_MAX_AGE);
      const articles = await content.listFullArticles({}, MAX_ARTICLES_PER_PODCAST);
      const { episodes } = await finder.find(articles, {
        extent: 'preview',
        narrator: DEFAULT_NARRATOR_ID,
        now: new Date(),
      });
      const authors = await content.findAuthorsOfArticles(articles);
      const urls = { path: PODCAST_FEED_PATH, folder: PODCAST_EPISODE_FOLDER };
      const text = renderPodcastFeed({ podcast: 'previews', ...urls, episodes, authors }, origin);
      return { text, type: PODCAST_FEED_MEDIA_TYPE };
    }),
  );

  app.get<{ Params: { file: string } }>(
    `${PODCAST_EPISODE_FOLDER}/:file`,
    hidden,
    (request, reply) =>
      sendEpisodeFile(request, reply, request.params.file, {
        narrations,
        extent: 'preview',
        cacheControl: EPISODE_CACHE_CONTROL,
      }),
  );
}
