import NodeID3 from 'node-id3';

/** The metadata of an MP3 file that players display. */
export interface TagContent {
  title: string;
  author: string;
  narrator: string;
  /** The cover picture, a JPEG or PNG. */
  cover?: { bytes: Uint8Array; mediaType: string } | undefined;
  /** The chapters in order of time, with times in seconds. */
  chapters: readonly { title: string; from: number; to: number }[];
}

/** Builds an ID3 tag (version 2.3, with the chapter frames of its addendum), which precedes the first frame of a file. */
export function buildId3Tag({ title, author, narrator, cover, chapters }: TagContent): Uint8Array {
  const milliseconds = (seconds: number) => Math.round(seconds * 1000);
  const entries = chapters.map(({ title, from, to }, at) => ({
    elementID: `chapter-${at + 1}`,
    startTimeMs: milliseconds(from),
    endTimeMs: milliseconds(to),
    tags: { title },
  }));
  return NodeID3.create({
    title,
    artist: author,
    performerInfo: narrator,
    album: 'Octavo',
    language: 'eng',
    genre: 'Speech',
    ...(cover && {
      image: {
        mime: cover.mediaType,
        type: { id: NodeID3.TagConstants.AttachedPicture.PictureType.FRONT_COVER },
        description: '',
        imageBuffer: Buffer.from(cover.bytes),
      },
    }),
    chapter: entries,
    tableOfContents: [
      {
        elementID: 'contents',
        isOrdered: true,
        elements: entries.map(({ elementID }) => elementID),
      },
    ],
  });
}
