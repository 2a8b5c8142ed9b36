import type { NarratorId } from './narrators.ts';

/** Path of the podcast for everybody, with the previews of narrations. */
export const PODCAST_FEED_PATH = '/podcast/feed.xml';

/** Returns the path of a Premium reader's private podcast, with whole narrations. The token is the permission. */
export function privatePodcastFeedPath(token: string): string {
  return `${privatePodcastFolder(token)}/feed.xml`;
}

/** Folder of the episodes in the podcast for everybody. */
export const PODCAST_EPISODE_FOLDER = '/podcast/episodes';

/** Returns the folder of the private podcast with the given token, which also contains its episodes. */
export function privatePodcastFolder(token: string): string {
  return `/podcast/private/${token}`;
}

/** Media types of an episode's files by extension: the audio, the transcript and the chapters. */
export const EPISODE_FILE_TYPES = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  'chapters.json': 'application/json+chapters',
} as const;

export type EpisodeFileExtension = keyof typeof EPISODE_FILE_TYPES;

/** An episode: one recording of an article. Another recording of the article has other files. */
export interface EpisodeRef {
  articleId: string;
  narrator: NarratorId;
  /** The name of the recording. */
  recording: string;
}

/** Returns the path of an episode's file. It ends with the extension, by which some apps recognize audio. */
export function episodeFilePath(
  folder: string,
  { articleId, narrator, recording }: EpisodeRef,
  extension: EpisodeFileExtension,
): string {
  return `${folder}/${articleId}.${narrator}.${recording}.${extension}`;
}

/** The two podcasts: `previews` for everybody, and `premium` with whole narrations for one reader. */
export const PODCASTS = ['previews', 'premium'] as const;
export type PodcastId = (typeof PODCASTS)[number];

/** Width and height in pixels of a podcast's art. Apple Podcasts requires 1400 to 3000. */
export const PODCAST_ART_SIZE = 3000;

/** Maximum size of a podcast's art in bytes. Apple Podcasts recommends at most 512 KB. */
export const MAX_PODCAST_ART_BYTES = 500_000;

/**
 * Version of the art. It is part of its URL. Increase it whenever the drawing changes; otherwise, podcast apps show the
 * old one from their caches.
 */
const PODCAST_ART_VERSION = 1;

/** Returns the key of a podcast's art, which consists of the podcast and the version of the art. */
export function podcastArtKey(podcast: PodcastId): string {
  return `${podcast}.${PODCAST_ART_VERSION}`;
}

/** Returns the path of a podcast's art. */
export function podcastArtPath(podcast: PodcastId): string {
  return `/images/podcasts/${podcastArtKey(podcast)}/${PODCAST_ART_SIZE}.jpg`;
}

/** The address of a reader's private podcast. Its URL is shown only when it is created. */
export interface PrivatePodcast {
  /** ID of the address; null while the private podcast is off. */
  id: string | null;
  /** Time at which the address was created, ISO 8601; null while the private podcast is off. */
  createdAt: string | null;
}

/** A new address of a private podcast. */
export interface NewPrivatePodcast extends PrivatePodcast {
  url: string;
}
