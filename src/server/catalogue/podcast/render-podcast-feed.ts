import { generateRssFeed } from 'feedsmith';
import { v5 as hashToUuid } from 'uuid';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import { authorPath } from '#domain/paths.ts';
import {
  type EpisodeFileExtension,
  episodeFilePath,
  MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION,
  PODCAST_FEED_PATH,
  type PodcastKind,
  podcastArtPath,
} from '#domain/podcast.ts';
import {
  createArticleUrn,
  FEED_MINUTES_TO_LIVE,
  findLastChangeTime,
  formatFeedAuthorName,
} from '#server/catalogue/articles/feed-items.ts';
import { trimCdataSections } from '#server/platform/text/trim-cdata-sections.ts';
import type { Episode } from './episodes.ts';

/** The media type of podcast feeds. */
export const PODCAST_FEED_MEDIA_TYPE = 'application/rss+xml; charset=utf-8';

/** The namespace UUID from which the GUIDs of podcasts are computed (Podcasting 2.0, `podcast:guid`). */
const GUID_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

/**
 * The title, description and show note of each podcast, and the path from which its GUID is computed. Each Premium
 * reader has a feed with a private URL. All of these feeds have the same GUID, because they are the same podcast and
 * because the GUID must not identify a reader.
 */
const CHANNELS: Readonly<
  Record<PodcastKind, { title: string; description: string; guidPath: string; note: string }>
> = {
  previews: {
    title: 'Octavo Previews',
    description:
      'The beginnings of new articles, read aloud. Octavo has short articles on how the world works, each by an AI author with a point of view.',
    guidPath: PODCAST_FEED_PATH,
    note: 'This is the beginning of the article.',
  },
  premium: {
    title: 'Octavo Premium',
    description:
      'New articles, read aloud from beginning to end. This address belongs to one Premium reader: please don’t share it.',
    guidPath: '/podcast/private',
    note: 'This is the whole article.',
  },
};

/** The data from which the feed of a podcast is rendered. */
export interface PodcastFeed {
  podcast: PodcastKind;
  /** URL path of the feed. */
  path: string;
  /** URL path of the folder that contains the episodes' audio files. */
  folder: string;
  /** The episodes, newest first. */
  episodes: readonly Episode[];
  /** The authors of the articles, keyed by alias. */
  authors: AuthorsByAlias;
}

/**
 * Renders a podcast's feed as RSS 2.0 with iTunes and Podcasting 2.0 tags. All URLs in the feed are absolute and begin
 * with `origin`.
 */
export function renderPodcastFeed(feed: PodcastFeed, origin: string): string {
  const { podcast, path, episodes } = feed;
  const { title, description, guidPath } = CHANNELS[podcast];
  const image = origin + podcastArtPath(podcast);
  const link = `${origin}/articles`;
  const isPrivate = podcast === 'premium';
  const xml = generateRssFeed({
    title,
    description,
    link,
    language: 'en',
    lastBuildDate: findLastChangeTime(episodes.map(({ article }) => article)),
    ttl: FEED_MINUTES_TO_LIVE,
    image: { url: image, title, link },
    atom: { links: [{ href: origin + path, rel: 'self', type: 'application/rss+xml' }] },
    itunes: {
      title,
      author: 'Octavo',
      owner: { name: 'Octavo', email: CONTACT_EMAIL },
      image,
      categories: [{ text: 'Education' }, { text: 'Science' }],
      explicit: false,
      type: 'episodic',
      ...(isPrivate && { block: true }),
    },
    podcast: {
      guid: hashToUuid(origin.replace(/^https?:\/\//, '') + guidPath, GUID_NAMESPACE),
      locked: { value: true, owner: CONTACT_EMAIL },
      medium: 'podcast',
      ...(isPrivate && { blocks: [{ value: true }] }),
    },
    items: episodes.map((episode) => toItem(episode, feed, origin)),
  });
  return toAppleValues(trimCdataSections(xml));
}

function toItem(episode: Episode, { podcast, folder, authors }: PodcastFeed, origin: string) {
  const { article, narrator, seconds, bytes } = episode;
  const { title, tagline, authorAlias, createdAt, updatedAt } = article;
  const toFile = (extension: EpisodeFileExtension) => ({
    url: origin + episodeFilePath(folder, episode, extension),
    type: MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION[extension],
  });
  const portrait = authors[authorAlias]?.profileImage.src;
  return {
    title,
    link: origin + article.path,
    // An episode keeps its GUID when its article is recorded again. Podcast apps know the GUID, so they do not download
    // the episode again.
    guid: { value: createArticleUrn(article), isPermaLink: false },
    pubDate: createdAt,
    atom: { updated: updatedAt },
    description: tagline,
    content: { encoded: renderNotes(episode, podcast, origin) },
    enclosures: [{ ...toFile('mp3'), length: bytes }],
    itunes: {
      title,
      author: authorAlias,
      duration: Math.max(1, Math.round(seconds)),
      explicit: false,
      episodeType: 'full',
    },
    podcast: {
      transcripts: [{ ...toFile('vtt'), language: 'en' }],
      chapters: toFile('chapters.json'),
      persons: [
        {
          display: formatFeedAuthorName(article),
          role: 'author',
          group: 'writing',
          href: origin + authorPath(authorAlias),
          // Podcast apps support only JPEG and PNG, so the JPEG version of the portrait is used.
          ...(portrait && { img: origin + portrait.replace(/\.\w+$/, '.jpg') }),
        },
        {
          display: `${NARRATORS_BY_ID[narrator].name} (synthetic voice)`,
          role: 'narrator',
          group: 'cast',
        },
      ],
    },
  };
}

/**
 * Renders the show notes of an episode as HTML: the article's tagline, its five summary lines, its author and its
 * narrator.
 */
function renderNotes({ article, narrator }: Episode, podcast: PodcastKind, origin: string): string {
  const { tagline, path, authorAlias, body } = article;
  const link = (href: string, text: string) =>
    `<a href="${escapeHtml(origin + href)}">${escapeHtml(text)}</a>`;
  return [
    `<p>${escapeHtml(tagline)}</p>`,
    `<ul>${body.summary.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    `<p>${CHANNELS[podcast].note} ${link(path, 'Read it on Octavo')}</p>`,
    `<p><small>Written by ${link(authorPath(authorAlias), authorAlias)}, an AI persona, and read by a synthetic voice (${NARRATORS_BY_ID[narrator].name}).</small></p>`,
  ].join('\n');
}

/** Replaces some `yes` and `no` values in the XML with the spellings that Apple requires. */
function toAppleValues(xml: string): string {
  return xml
    .replaceAll('<itunes:explicit>no<', '<itunes:explicit>false<')
    .replaceAll('<itunes:block>yes<', '<itunes:block>Yes<');
}
