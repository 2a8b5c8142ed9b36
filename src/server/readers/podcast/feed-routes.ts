import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import { privatePodcastFeedPath, privatePodcastFolder } from '#domain/podcast.ts';
import { mayHearCompleteNarrations } from '#domain/tiers.ts';
import { readNarrationSettings } from '#server/catalogue/narration/narration-settings.ts';
import { enqueueRecordNarrationJob } from '#server/catalogue/narration/record-narration-job.ts';
import {
  type EpisodeNarrationService,
  sendEpisodeFile,
} from '#server/catalogue/podcast/episode-files.ts';
import { PODCAST_FEED_MEDIA_TYPE } from '#server/catalogue/podcast/render-podcast-feed.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ForbiddenError, NotFoundError } from '#server/platform/errors.ts';
import { matchesIfNoneMatch } from '#server/platform/http/etag.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import { computeEtag } from '#server/platform/http-cache/cached-response.ts';
import { compressTextResponses } from '#server/platform/http-cache/encodings.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { PrivatePodcastFeedCache } from './feeds.ts';
import { findReaderByPodcastToken } from './repository.ts';

interface PrivatePodcastFeedOptions {
  queries: Queries;
  feeds: PrivatePodcastFeedCache;
  narrations: EpisodeNarrationService;
  count: CountAction;
}

type TokenParams = { token: string };

/** Schema of the secret token in the URL. A token has 43 characters. */
const tokenSchema = z.string().regex(/^[\w-]{43}$/);

const CACHE_CONTROL = 'private, no-store';

/**
 * Maximum number of missing recordings that one request for a private podcast feed enqueues. The newest articles come
 * first.
 */
const MAX_RECORDED = 20;
/** Minimum number of milliseconds before a process requests the same missing recording again. */
const REQUEST_INTERVAL = 60 * 60 * 1000;
const MAX_REQUESTED = 1000;

/**
 * Registers the private podcast feeds of Premium readers. The secret token in the URL is the only authorization,
 * because podcast apps send no cookies. Every request checks the reader's tier, so a podcast stops working as soon as
 * Premium ends. Requests then get 403. Podcast apps show this status as an error and continue to poll, so the podcast
 * works again after a renewal. After 410, many apps would stop polling. After 401, they would ask the reader for a
 * password.
 */
export function privatePodcastFeedRoutes(
  app: FastifyInstance,
  options: PrivatePodcastFeedOptions,
): void {
  const { queries, feeds, narrations, count } = options;
  const requestRecordings = createRecordingRequester(queries);

  /**
   * Returns the reader to whom the token in the URL belongs. Throws if the reader's tier does not include full
   * narrations.
   */
  async function requireListener(request: FastifyRequest<{ Params: TokenParams }>): Promise<User> {
    await count('uncachedResponse', request);
    const token = tokenSchema.safeParse(request.params.token).data;
    const reader = token && (await findReaderByPodcastToken(queries, token));
    if (!reader)
      throw new NotFoundError(
        'This podcast’s address is no longer valid. Create a new one in Octavo’s settings.',
      );
    await count('privatePodcast', request, reader.id);
    if (!mayHearCompleteNarrations(reader))
      throw new ForbiddenError(
        'Your Premium subscription has ended, and this podcast with it. If you renew it, the podcast goes on at this address.',
      );
    return reader;
  }

  async function sendFeed(
    request: FastifyRequest<{ Params: TokenParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const narrator = (await requireListener(request)).narrator ?? DEFAULT_NARRATOR_ID;
    const { xml, unrecordedArticleIds } = await feeds.render(narrator, request.params.token);
    // The feed is sent even if enqueueing the recordings fails. The next request for the feed tries again.
    await requestRecordings(unrecordedArticleIds.slice(0, MAX_RECORDED), narrator).catch(
      (error: unknown) =>
        request.log.warn({ err: error }, 'Failed to request recordings for a podcast'),
    );
    const etag = computeEtag(xml);
    reply.header('etag', etag);
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(PODCAST_FEED_MEDIA_TYPE).send(xml);
  }

  app.register(async (scope) => {
    compressTextResponses(scope);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': CACHE_CONTROL,
        // Browsers must not send this URL to other sites, because it contains the token.
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    });
    const hidden = { schema: { hide: true } };
    scope.get<{ Params: TokenParams }>(privatePodcastFeedPath(':token'), hidden, sendFeed);
    scope.get<{ Params: TokenParams & { file: string } }>(
      `${privatePodcastFolder(':token')}/:file`,
      hidden,
      async (request, reply) => {
        await requireListener(request);
        return sendEpisodeFile(request, reply, request.params.file, {
          narrations,
          extent: 'whole',
          cacheControl: CACHE_CONTROL,
        });
      },
    );
  });
}

/**
 * Creates a function that enqueues a narrator's recordings of articles. The function enqueues nothing if editors have
 * turned off recording in advance. Each process enqueues the same recording at most once per {@link REQUEST_INTERVAL}.
 */
function createRecordingRequester(queries: Queries) {
  const recentRequests = new LRUCache<string, true>({ max: MAX_REQUESTED, ttl: REQUEST_INTERVAL });
  return async (articleIds: readonly string[], narrator: NarratorId): Promise<void> => {
    const dueIds = articleIds.filter((id) => !recentRequests.has(`${id}.${narrator}`));
    if (!dueIds.length) return;
    const { recordAhead } = await readNarrationSettings(queries);
    if (recordAhead === 'off') return;
    await queries.transaction(async (transaction) => {
      for (const articleId of dueIds)
        await enqueueRecordNarrationJob(transaction, { articleId, narrator });
    });
    for (const id of dueIds) recentRequests.set(`${id}.${narrator}`, true);
  };
}
