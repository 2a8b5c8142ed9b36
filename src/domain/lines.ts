import type { CategoryId } from './categories.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';

/** Maximum length of a line, in characters. */
export const LINE_MAX_LENGTH = 1000;
/** Maximum length of a reader's note on a line, in characters. */
export const LINE_NOTE_MAX_LENGTH = 1000;

/**
 * The sections of an article from which a line can come, in reading order. `opening` consists of the summary and the
 * introduction.
 */
export const LINE_SECTIONS = ['opening', 'point-1', 'point-2', 'point-3', 'conclusion'] as const;
export type LineSection = (typeof LINE_SECTIONS)[number];

/** IDs of the HTML elements to which a link to a line scrolls in browsers that do not support text fragments. */
const ELEMENT_IDS: Readonly<Record<LineSection, string>> = {
  opening: 'opening-end',
  'point-1': 'point-1',
  'point-2': 'point-2',
  'point-3': 'point-3',
  conclusion: 'point-3',
};

/** The article from which a reader has kept a line. */
export interface LineArticle {
  id: string;
  authorAlias: string;
  title: string;
  /** The current path of the article, or the last path of a withdrawn article. */
  path: string;
  category: CategoryId;
  /** False if the article was withdrawn. */
  isPublished: boolean;
}

/** A sentence or passage that a reader has kept from an article. */
export interface Line {
  id: string;
  /** The text as it was in the article when the reader kept it. */
  text: string;
  /** The reader's own note; empty if there is none. */
  note: string;
  section: LineSection;
  /** Time at which the reader kept the line; ISO 8601 in UTC. */
  keptAt: string;
  article: LineArticle;
  /** True if the published article still contains the text. */
  isInArticle: boolean;
}

/** Removes invisible characters from a passage, and collapses its white space. */
export function normalizePassage(text: string): string {
  return stripInvisibleCharacters(text).replaceAll(/\s+/g, ' ').trim();
}

/** Minimum length, in UTF-16 code units, of a passage that is abridged in links to its first and last words. */
const MIN_ABRIDGED_LENGTH = 120;
/** Number of words at each end of an abridged passage. */
const WORDS_PER_END = 6;

/**
 * Returns the path of an article with a fragment for a passage. Browsers that support text fragments scroll to the
 * passage and highlight it. Other browsers scroll to the element for the section in {@link ELEMENT_IDS}.
 */
export function createPassageHref(path: string, section: LineSection, text: string): string {
  const words = text.split(' ');
  const isAbridged = text.length >= MIN_ABRIDGED_LENGTH && words.length >= 2 * WORDS_PER_END;
  const ends = isAbridged ? [words.slice(0, WORDS_PER_END), words.slice(-WORDS_PER_END)] : [words];
  const directive = ends.map((end) => encodeForDirective(end.join(' '))).join();
  return `${path}#${ELEMENT_IDS[section]}:~:text=${directive}`;
}

/**
 * Returns a link to a line in its article: to its text, or to its section if the article no longer contains the text.
 */
export function createLineHref({ article: { path }, section, text, isInArticle }: Line): string {
  return isInArticle ? createPassageHref(path, section, text) : `${path}#${ELEMENT_IDS[section]}`;
}

/** Encodes text for a text fragment, in which hyphens and commas have a special meaning. */
function encodeForDirective(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}
