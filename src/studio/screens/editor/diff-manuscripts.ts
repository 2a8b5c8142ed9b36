import { getCategory, getSubcategory, isSubcategoryOf } from '#domain/categories.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';
import {
  type DocumentPart,
  type DocumentPartDiff,
  diffDocumentParts,
} from '../../lib/diff-document-parts.ts';
import { CLAIM_VALUE_LABELS } from './claim-labels.ts';

const words = copy.parts;

/** Compares two manuscripts word by word. Returns the parts that differ, from the top of the page to the bottom. */
export function diffManuscripts(before: Manuscript, after: Manuscript): DocumentPartDiff[] {
  return diffDocumentParts(listParts(before), listParts(after));
}

/** Lists the parts of a manuscript as plain text. */
function listParts(manuscript: Manuscript): DocumentPart[] {
  const { category, subcategory, keywords, claims, corrections } = manuscript;
  const joinParagraphs = (texts: readonly string[]) => texts.map(toMarkdown).join('\n\n');
  const subcategoryName = isSubcategoryOf(category, subcategory)
    ? getSubcategory(category, subcategory).name
    : 'none';
  return [
    { path: 'title', name: words.title, text: manuscript.title },
    { path: 'tagline', name: words.tagline, text: manuscript.tagline },
    ...manuscript.summary.map((text, index) => ({
      path: `summary.${index}`,
      name: words.summaryLine(index + 1),
      text,
    })),
    {
      path: 'introduction',
      name: words.introduction,
      text: joinParagraphs(manuscript.introduction),
    },
    ...manuscript.keyPoints.flatMap(({ title, paragraphs, takeaway }, index) => [
      { path: `keyPoints.${index}.title`, name: words.pointTitle(index + 1), text: title },
      {
        path: `keyPoints.${index}.paragraphs`,
        name: words.point(index + 1),
        text: joinParagraphs(paragraphs),
      },
      { path: `keyPoints.${index}.takeaway`, name: words.takeaway(index + 1), text: takeaway },
    ]),
    { path: 'conclusion', name: words.conclusion, text: joinParagraphs(manuscript.conclusion) },
    { path: 'slug', name: words.address, text: manuscript.slug },
    {
      path: 'category',
      name: words.category,
      text: `${getCategory(category).name}, ${subcategoryName}`,
    },
    { path: 'keywords', name: words.keywords, text: keywords.join(', ') },
    { path: 'alt', name: words.alt, text: manuscript.alt },
    { path: 'picture', name: words.picture, text: JSON.stringify(manuscript.picture) },
    { path: 'startsHere', name: words.startsHere, text: formatYesNo(manuscript.startsHere) },
    { path: 'hasAudio', name: words.narrated, text: formatYesNo(manuscript.hasAudio) },
    {
      path: 'corrections',
      name: words.corrections,
      text: corrections.map(({ on, what }) => `${on}: ${what}`).join('\n'),
    },
    {
      path: 'claims',
      name: words.claims,
      text: (claims?.claims ?? [])
        .map(({ claim, covers, says, counter, ...details }) =>
          [
            `${claim} (${describeClaim(details)})`,
            ...covers.map((passage) => `“${passage}”`),
            says,
            counter,
          ].join('\n'),
        )
        .join('\n\n'),
    },
    {
      path: 'claims.sources',
      name: words.sources,
      text: (claims?.sources ?? [])
        .map(({ id, cite, kind, url = '' }) =>
          `${id}: ${cite} (${CLAIM_VALUE_LABELS.sources[kind]}) ${url}`.trim(),
        )
        .join('\n'),
    },
  ];
}

type ClaimDetails = Pick<
  ClaimsFile['claims'][number],
  'kind' | 'confidence' | 'source' | 'locator' | 'basis'
>;

function describeClaim({ kind, confidence, source, locator, basis }: ClaimDetails): string {
  return [
    CLAIM_VALUE_LABELS.kinds[kind],
    CLAIM_VALUE_LABELS.confidence[confidence],
    source,
    locator,
    basis && CLAIM_VALUE_LABELS.basis[basis],
  ]
    .filter(Boolean)
    .join(', ');
}

const formatYesNo = (value: boolean) => (value ? 'yes' : 'no');

const MARKDOWN_MARKS: Readonly<Record<string, string>> = {
  em: '*',
  strong: '**',
  code: '`',
  sub: '~',
  sup: '^',
};

/** Converts a paragraph's HTML to Markdown, so that the comparison shows changes to emphasis and links. */
function toMarkdown(html: string): string {
  return html
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)')
    .replaceAll('<br>', '\n')
    .replaceAll(/<\/?(em|strong|code|sub|sup)>/g, (_, tag: string) => MARKDOWN_MARKS[tag]!)
    .replaceAll(/&#x3c;|&lt;/gi, '<')
    .replaceAll(/&#x26;|&amp;/gi, '&');
}
