import { finished } from 'node:stream/promises';
import { parseFeed as parseWithFeedParser } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import { parseFeed as parseWithPartytime } from 'podcast-partytime';
import RssParser from 'rss-parser';

/** The episode data that every podcast app needs, as returned by one of the {@link PODCAST_PARSERS}. */
export interface ParsedEpisode {
  guid: string | null | undefined;
  title: string | null | undefined;
  publishedAt: string | undefined;
  audio: { url: string; type: string | null | undefined; length: number };
}

const toIso = (date: Date | string | null | undefined) =>
  date ? new Date(date).toISOString() : undefined;

/** Independent podcast feed parsers, by package name. Each returns a feed's episodes. */
export const PODCAST_PARSERS: Readonly<Record<string, (xml: string) => Promise<ParsedEpisode[]>>> =
  {
    async feedparser(xml) {
      const items: FeedParser.Item[] = [];
      const parser = new FeedParser({ feedurl: 'http://localhost:3000/podcast/feed.xml' });
      parser.on('data', (item: FeedParser.Item) => items.push(item));
      parser.end(xml);
      await finished(parser);
      return items.map(({ guid, title, pubdate, enclosures }) => {
        const [{ url, type, length }] = enclosures as [
          { url: string; type: string; length: string },
        ];
        return {
          guid,
          title,
          publishedAt: toIso(pubdate),
          audio: { url, type, length: Number(length) },
        };
      });
    },
    async 'rss-parser'(xml) {
      const { items } = await new RssParser().parseString(xml);
      return items.map(({ guid, title, isoDate, enclosure }) => ({
        guid,
        title,
        publishedAt: isoDate,
        audio: {
          url: enclosure!.url,
          type: enclosure!.type,
          length: Number(enclosure!.length),
        },
      }));
    },
    async '@rowanmanning/feed-parser'(xml) {
      return parseWithFeedParser(xml).items.map(({ id, title, published, media: [audio] }) => ({
        guid: id,
        title,
        publishedAt: toIso(published),
        audio: { url: audio!.url, type: audio!.mimeType, length: Number(audio!.length) },
      }));
    },
    async 'podcast-partytime'(xml) {
      const feed = parseWithPartytime(xml);
      return (feed?.items ?? []).map(({ guid, title, pubDate, enclosure }) => ({
        guid,
        title,
        publishedAt: toIso(pubDate),
        audio: { url: enclosure.url, type: enclosure.type, length: enclosure.length },
      }));
    },
  };
