import type { ArticleMeta } from '#domain/article.ts';
import { LINE_MAX_LENGTH, LINE_NOTE_MAX_LENGTH, type LineSection } from '#domain/lines.ts';

type Author = Pick<ArticleMeta, 'authorAlias' | 'title'>;

/**
 * Text for the link from a kept line (a passage that the reader has saved) to its position in the article, by section.
 */
const PLACES: Readonly<Record<LineSection, string>> = {
  opening: 'See it in the opening',
  'point-1': 'See it in key point 1',
  'point-2': 'See it in key point 2',
  'point-3': 'See it in key point 3',
  conclusion: 'See it in the conclusion',
};

/** UI text for kept lines, the passages that a reader has saved from articles. */
export const linesCopy = {
  keep: 'Keep',
  keptShort: 'Kept',
  keepTakeaway: 'Keep this takeaway',
  keptTakeaway: 'Kept this takeaway',
  keptToast: 'Kept. Find it under Lines in your profile.',
  keepFailed: 'Failed to keep this line. Please try again.',
  notInArticle:
    'Only the article’s own words can be kept. If the page is translated, show the original first.',
  tooLong: `A line can have up to ${LINE_MAX_LENGTH.toLocaleString('en-US')} characters. Select less.`,
  removeSome: 'Remove some lines',
  menu: {
    name: 'Selected text',
    hint: 'Press Tab to keep, copy or share the selected text.',
    copyWithLink: 'Copy with link',
    share: 'Share',
    define: 'Define',
    copied: 'Copied with its link.',
    copyFailed: 'Failed to copy. Please try again.',
    quotation: (text: string, { authorAlias, title }: Author, url: string) =>
      `“${text}”\n${authorAlias}, “${title}”\n${url}`,
  },
  keptIn: (month: string) => `You kept this in ${month}.`,
  keptOn: (date: string) => `You kept this on ${date}.`,
  from: (title: string, author: string) => `${author}, “${title}”`,
  allYours: 'All your lines',
  search: 'Search your lines',
  found: (count: number, hasMore: boolean) => {
    const lineCount = count === 1 ? '1 line' : `${count} lines`;
    return hasMore ? `The first ${lineCount}` : lineCount;
  },
  filter: 'Categories of your lines',
  all: 'All',
  onlyArticle: 'Lines from one article',
  seeAll: 'See all your lines',
  onlyThis: 'Only this article',
  onlyThisOf: (title: string) => `Only this article: “${title}”`,
  kept: (date: string) => `Kept on ${date}`,
  place: PLACES,
  openArticle: 'Open the article',
  changed: 'The article has changed since. This is the line as you kept it.',
  withdrawn: 'This article is no longer available. This is the line as you kept it.',
  note: {
    name: 'Your note',
    add: 'Add a note',
    edit: 'Edit note',
    of: (action: string, text: string) => `${action}: ${text}`,
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    count: (length: number) => `${length} / ${LINE_NOTE_MAX_LENGTH}`,
    characters: 'characters',
    failed: 'Failed to save your note. Please try again.',
    changed: 'This note was changed in another tab or on another device:',
    emptied: 'It was removed.',
    unknown: 'This note was changed in another tab or on another device.',
    replace: 'What you typed is still here. Save again to replace the other note.',
  },
  remove: 'Remove',
  removed: 'The line was removed.',
  removedElsewhere: 'This line was removed in another tab or on another device.',
  undo: 'Undo',
  notRestorable: 'This line can no longer be restored.',
  restoreFailed: 'Failed to restore the line. Please try again.',
  removeFailed: 'Failed to remove the line. Please try again.',
  loadMoreFailed: 'Failed to load more lines. Please try again.',
  end: 'No more lines',
  download: 'Download all lines as',
  formats: { md: 'Markdown', csv: 'CSV for Readwise', json: 'JSON' },
  nothingTitle: 'No lines yet',
  nothingText:
    'Keep a takeaway, or select any sentence in an article and keep it. It appears here, with the way back to its place.',
  nothingFound: 'No lines found',
  nothingFoundText: 'Try another word, or see all the lines you’ve kept.',
} as const;
