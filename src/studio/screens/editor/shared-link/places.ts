import { createMaxCharactersPredicate, truncateCharacters } from '#domain/characters.ts';
import type { LinkPreviewTags } from '#domain/link-previews.ts';

/** A text of a preview, and how much of it a place shows. */
interface TextLimit {
  /** Number of lines, after which the text ends in an ellipsis. */
  lines: 1 | 2 | 3;
  /** Maximum number of characters, if the place cuts off longer texts regardless of their width. */
  characters?: number;
}

/** A place that shows previews of links, and the parts of a page that it shows. */
export interface PreviewPlace {
  id: 'x' | 'linkedin' | 'whatsapp' | 'imessage' | 'slack';
  name: string;
  /** Proportions to which the place crops the picture. `whole` means that it shows the whole picture. */
  crop: 'two-to-one' | 'whole';
  /** Position of the picture relative to the texts. */
  picture: 'first' | 'last';
  title: TextLimit;
  description?: TextLimit;
  /** True if the title is shown on the picture. */
  hasTitleOnPicture?: true;
  showsSiteName?: true;
  /** Text before the host name. Undefined if the place does not show the host name. */
  host?: string;
}

/**
 * The places, in the order in which the studio shows them. X documents its crop and its limit of characters
 * (developer.x.com, "Cards markup"). The other places document neither, so their lines are those that their phone apps
 * show. All of them show a picture of 1200 × 630 without cropping it.
 */
export const PREVIEW_PLACES: readonly PreviewPlace[] = [
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

/** The texts of a page as a place shows them, before they are cut off at the end of the last line. */
export interface PreviewTexts {
  title: string;
  description?: string;
  siteName?: string;
  host?: string;
}

/** Returns the texts that a place shows for a page. */
export function createPreviewTexts(
  { title, description, showsSiteName, host }: PreviewPlace,
  tags: LinkPreviewTags,
): PreviewTexts {
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
