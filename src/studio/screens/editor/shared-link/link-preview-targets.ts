import { createMaxCharactersPredicate, truncateCharacters } from '#domain/characters.ts';
import type { LinkPreviewTags } from '#domain/link-previews.ts';

/** The maximum length of a title or description in a link preview. Text beyond this length is cut off. */
interface TextLimit {
  /** Maximum number of lines. Longer text ends in an ellipsis. */
  lines: 1 | 2 | 3;
  /** Maximum number of characters, if the site or app limits characters as well as lines. */
  characters?: number;
}

/** A site or messaging app that shows link previews, and the parts of a preview that it shows. */
export interface LinkPreviewTarget {
  id: 'x' | 'linkedin' | 'whatsapp' | 'imessage' | 'slack';
  name: string;
  /** The part of the picture that the site or app shows. `whole` means that it shows the whole picture. */
  crop: 'two-to-one' | 'whole';
  /** Position of the picture relative to the text. */
  picture: 'first' | 'last';
  title: TextLimit;
  description?: TextLimit;
  /** True if the title is shown on top of the picture. */
  hasTitleOnPicture?: true;
  showsSiteName?: true;
  /**
   * Text that precedes the linked page's host name, such as "From ", or an empty string if the host name stands alone.
   * `undefined` if the site or app does not show the host name.
   */
  host?: string;
}

/**
 * The sites and apps for which the studio shows link previews, in display order. X documents its crop and its character
 * limit (developer.x.com, "Cards markup"). The others do not document their limits, so their line counts are taken from
 * their phone apps. All except X show a picture of 1200 × 630 pixels without cropping it.
 */
export const LINK_PREVIEW_TARGETS: readonly LinkPreviewTarget[] = [
  {
    id: 'x',
    name: 'X',
    crop: 'two-to-one',
    picture: 'first',
    title: { lines: 1, characters: 70 },
    hasTitleOnPicture: true,
    host: 'From ',
  },
  {
    id: 'linkedin',
    name: 'LinkedIn',
    crop: 'whole',
    picture: 'first',
    title: { lines: 2 },
    host: '',
  },
  {
    id: 'whatsapp',
    name: 'WhatsApp',
    crop: 'whole',
    picture: 'first',
    title: { lines: 2 },
    description: { lines: 2 },
    host: '',
  },
  {
    id: 'imessage',
    name: 'iMessage',
    crop: 'whole',
    picture: 'first',
    title: { lines: 2 },
    host: '',
  },
  {
    id: 'slack',
    name: 'Slack',
    crop: 'whole',
    picture: 'last',
    title: { lines: 2 },
    description: { lines: 3 },
    showsSiteName: true,
  },
];

/**
 * The text of a link preview. It does not exceed the maximum number of characters, but may exceed the maximum number of
 * lines.
 */
export interface LinkPreviewTexts {
  title: string;
  description?: string;
  siteName?: string;
  host?: string;
}

/** Returns the text that a site or app shows in its preview of a link to a page. */
export function createLinkPreviewTexts(
  { title, description, showsSiteName, host }: LinkPreviewTarget,
  tags: LinkPreviewTags,
): LinkPreviewTexts {
  return {
    title: cutOff(tags.title, title),
    ...(description && { description: cutOff(tags.description, description) }),
    ...(showsSiteName && { siteName: tags.siteName }),
    ...(host !== undefined && { host: host + new URL(tags.url).hostname }),
  };
}

function cutOff(text: string, { characters }: TextLimit): string {
  if (!characters || createMaxCharactersPredicate(characters)(text)) return text;
  return `${truncateCharacters(text, characters - 1).trimEnd()}…`;
}
