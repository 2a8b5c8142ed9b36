import { categoryOf, isSubcategory, subcategoryOf } from '#domain/categories.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { changesIn, type Part, type PartChange } from '../../lib/changes.ts';

/** What became of one version in another, word by word, in the order of the page. Empty: they say the same. */
export function changesBetween(before: Manuscript, after: Manuscript): PartChange[] {
  return changesIn(partsOf(before), partsOf(after));
}

/** A manuscript as texts for people. */
function partsOf(manuscript: Manuscript): Part[] {
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
