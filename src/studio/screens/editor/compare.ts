import { type ChangeObject, diffWordsWithSpace } from 'diff';
import { categoryOf, isSubcategory, subcategoryOf } from '#domain/categories.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';

/** A part in which two versions differ. */
export interface PartChange {
  path: string;
  name: string;
  pieces: Piece[];
}

export interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** What became of one version in another, word by word, in the order of the page. Empty: they say the same. */
export function changesBetween(before: Manuscript, after: Manuscript): PartChange[] {
  const old = new Map(partsOf(before).map(({ path, text }) => [path, text]));
  return partsOf(after).flatMap(({ path, name, text }) => {
    const was = old.get(path) ?? '';
    return was === text ? [] : { path, name, pieces: piecesOf(was, text) };
  });
}

function piecesOf(before: string, after: string): Piece[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }: ChangeObject<string>) =>
    added
      ? { kind: 'new', text: value }
      : removed
        ? { kind: 'gone', text: value }
        : { kind: 'same', text: shortened(value) },
  );
}

/** Characters of what did not change that are shown on each side of what did. */
const AROUND = 120;

function shortened(text: string): string {
  if (text.length <= 2 * AROUND + 40) return text;
  return `${text.slice(0, AROUND)} … ${text.slice(-AROUND)}`;
}

/** A manuscript as texts for people. */
function partsOf(manuscript: Manuscript): { path: string; name: string; text: string }[] {
  const { category, subcategory, keywords, claims, corrections } = manuscript;
  const prose = (texts: readonly string[]) => texts.map(readable).join('\n\n');
  const place = isSubcategory(category, subcategory)
    ? subcategoryOf(category, subcategory).name
    : 'none';
  return [
    { path: 'title', name: 'Title', text: manuscript.title },
    { path: 'tagline', name: 'Tagline', text: manuscript.tagline },
    ...manuscript.summary.map((text, at) => ({
      path: `summary.${at}`,
      name: `Line ${at + 1} of the summary`,
      text,
    })),
    { path: 'introduction', name: 'Introduction', text: prose(manuscript.introduction) },
    ...manuscript.keyPoints.flatMap(({ title, paragraphs, takeaway }, at) => [
      { path: `keyPoints.${at}.title`, name: `Title of key point ${at + 1}`, text: title },
      {
        path: `keyPoints.${at}.paragraphs`,
        name: `Key point ${at + 1}`,
        text: prose(paragraphs),
      },
      { path: `keyPoints.${at}.takeaway`, name: `Takeaway ${at + 1}`, text: takeaway },
    ]),
    { path: 'conclusion', name: 'Conclusion', text: prose(manuscript.conclusion) },
    { path: 'slug', name: 'Address', text: manuscript.slug },
    { path: 'category', name: 'Category', text: `${categoryOf(category).name}, ${place}` },
    { path: 'keywords', name: 'Keywords', text: keywords.join(', ') },
    { path: 'alt', name: 'What the picture shows', text: manuscript.alt },
    { path: 'picture', name: 'Picture', text: JSON.stringify(manuscript.picture) },
    { path: 'startsHere', name: 'Shown to newcomers', text: yesOrNo(manuscript.startsHere) },
    { path: 'hasAudio', name: 'Narrated', text: yesOrNo(manuscript.hasAudio) },
    {
      path: 'corrections',
      name: 'Corrections',
      text: corrections.map(({ on, what }) => `${on}: ${what}`).join('\n'),
    },
    {
      path: 'claims',
      name: 'Claims',
      text: (claims?.claims ?? [])
        .map(({ claim, kind, covers, source, locator, says, counter }) =>
          [
            `${claim} (${[kind, source, locator].filter(Boolean).join(', ')})`,
            ...covers.map((passage) => `“${passage}”`),
            says,
            counter,
          ].join('\n'),
        )
        .join('\n\n'),
    },
    {
      path: 'claims.sources',
      name: 'Sources',
      text: (claims?.sources ?? [])
        .map(({ id, cite, url = '' }) => `${id}: ${cite} ${url}`.trim())
        .join('\n'),
    },
  ];
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

const MARKUP: Readonly<Record<string, string>> = {
  em: '*',
  strong: '**',
  code: '`',
  sub: '~',
  sup: '^',
};

/** HTML of a paragraph as an editor would type it, so that emphasis and links can be compared like words. */
function readable(html: string): string {
  return html
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)')
    .replaceAll('<br>', '\n')
    .replaceAll(/<\/?(em|strong|code|sub|sup)>/g, (_, tag: string) => MARKUP[tag]!)
    .replaceAll(/&#x3c;|&lt;/gi, '<')
    .replaceAll(/&#x26;|&amp;/gi, '&');
}
