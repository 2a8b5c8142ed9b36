import type { NarratorId } from './narrators.ts';

/** Path of the public podcast feed, which contains previews of narrations. */
export const PODCAST_FEED_PATH = '/podcast/feed.xml';

/**
 * Returns the path of a Premium reader's private podcast feed, which contains complete narrations. Anyone who knows the
 * secret token can load the feed.
 */
export function privatePodcastFeedPath(token: string): string {
  return `${privatePodcastFolder(token)}/feed.xml`;
}

/** Path of the folder that contains the public podcast's episodes. */
export const PODCAST_EPISODE_FOLDER = '/podcast/episodes';

/** Returns the path of the private podcast folder for a token. The folder contains the feed and the episodes. */
export function privatePodcastFolder(token: string): string {
  return `/podcast/private/${token}`;
}

/** Media types of an episode's files by extension: the audio, the transcript and the chapters. */
export const MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  'chapters.json': 'application/json+chapters',
} as const;

/** File extension of an episode's audio, transcript or chapters. */
export type EpisodeFileExtension = keyof typeof MEDIA_TYPES_BY_EPISODE_FILE_EXTENSION;

/** A podcast episode: one recording of an article. A new recording of the same article has different files. */
export interface EpisodeRef {
  articleId: string;
  narrator: NarratorId;
  /** Name of the recording: a hash of everything that affects the recording, such as its text and voice. */
  recording: string;
}

/**
 * Returns the path of an episode's file. The path ends with the file extension, because some podcast apps recognize
 * audio files by their extension.
 */
export function episodeFilePath(
  folder: string,
  { articleId, narrator, recording }: EpisodeRef,
  extension: EpisodeFileExtension,
): string {
  return `${folder}/${articleId}.${narrator}.${recording}.${extension}`;
}

/**
 * The two kinds of podcasts. `previews` is public and contains previews of narrations. `premium` is private to one
 * reader and contains complete narrations.
 */
export const PODCAST_KINDS = ['previews', 'premium'] as const;
export type PodcastKind = (typeof PODCAST_KINDS)[number];

/** Width and height of a podcast's cover art, in pixels. Apple Podcasts requires 1400 to 3000 pixels. */
export const PODCAST_ART_SIZE = 3000;

/** Maximum file size of a podcast's cover art, in bytes. Apple Podcasts recommends at most 512 KB. */
export const MAX_PODCAST_ART_BYTES = 500_000;

/**
 * Version of the podcasts' cover art. It is part of the picture's URL. Increase it whenever the drawing changes.
 * Otherwise, podcast apps show the old picture from their caches.
 */
const PODCAST_ART_VERSION = 1;

/** Returns the key of a podcast's cover art. The key consists of the kind of podcast and the version of the art. */
export function createPodcastArtKey(podcast: PodcastKind): string {
  return `${podcast}.${PODCAST_ART_VERSION}`;
}

/** Returns the path of a podcast's cover art. */
export function podcastArtPath(podcast: PodcastKind): string {
  return `/images/podcasts/${createPodcastArtKey(podcast)}/${PODCAST_ART_SIZE}.jpg`;
}

/** A reader's private podcast. Its feed URL is shown only once, when it is created. */
export interface PrivatePodcast {
  /** ID of the feed URL; null while the private podcast is off. */
  id: string | null;
  /** Time at which the feed URL was created, ISO 8601; null while the private podcast is off. */
  createdAt: string | null;
}

/** A private podcast whose feed URL has just been created. */
export interface NewPrivatePodcast extends PrivatePodcast {
  url: string;
}
