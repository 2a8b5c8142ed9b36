import type { CategoryId } from './categories.ts';
import { stripInvisibleCharacters } from './invisible-characters.ts';

/** Maximum length of a line (a passage that a reader has saved from an article), in characters. */
export const LINE_MAX_LENGTH = 1000;
/** Maximum length of a reader's note on a line (a saved passage), in characters. */
export const LINE_NOTE_MAX_LENGTH = 1000;

/**
 * The sections of an article from which a reader can save a line (a passage), in reading order. `opening` consists of
 * the summary and the introduction.
 */
export const LINE_SECTIONS = ['opening', 'point-1', 'point-2', 'point-3', 'conclusion'] as const;
export type LineSection = (typeof LINE_SECTIONS)[number];

/**
 * IDs of HTML elements, by section. In browsers that do not support text fragments, a link to a line (a saved passage)
 * scrolls to the element of its section.
 */
const ELEMENT_IDS: Readonly<Record<LineSection, string>> = {
  opening: 'opening-end',
  'point-1': 'point-1',
  'point-2': 'point-2',
  'point-3': 'point-3',
  conclusion: 'point-3',
};

/** The article from which a reader has saved a line (a passage). */
export interface LineArticle {
  id: string;
  authorAlias: string;
  title: string;
  /** The current path of the article. For a withdrawn article, its last path. */
  path: string;
  category: CategoryId;
  /** False if the article has been withdrawn. */
  isPublished: boolean;
}

/** A line: a sentence or passage that a reader has saved from an article. */
export interface Line {
  id: string;
  /** The text of the passage at the time when the reader saved it. */
  text: string;
  /** The reader's own note; empty if there is none. */
  note: string;
  section: LineSection;
  /** Time at which the reader saved the line; ISO 8601 in UTC. */
  keptAt: string;
  article: LineArticle;
  /** True if the published article still contains the line's text. */
  isInArticle: boolean;
}

/** Removes invisible characters from a passage, and collapses its white space. */
export function normalizePassage(text: string): string {
  return stripInvisibleCharacters(text).replaceAll(/\s+/g, ' ').trim();
}

/**
 * A link to a passage contains the whole passage if it is shorter than this, in UTF-16 code units. A link to a longer
 * passage contains only its first and last words.
 */
const MIN_ABRIDGED_LENGTH = 120;
/** Number of words from each end of a long passage that a link to the passage contains. */
const WORDS_PER_END = 6;

/**
 * Returns a link to a passage in an article, as a path with a fragment. Browsers that support text fragments scroll to
 * the passage and highlight it. Other browsers scroll to the section's HTML element ({@link ELEMENT_IDS}).
 */
export function createPassageHref(path: string, section: LineSection, text: string): string {
  const words = text.split(' ');
  const isAbridged = text.length >= MIN_ABRIDGED_LENGTH && words.length >= 2 * WORDS_PER_END;
  const ends = isAbridged ? [words.slice(0, WORDS_PER_END), words.slice(-WORDS_PER_END)] : [words];
  const directive = ends.map((end) => encodeForDirective(end.join(' '))).join();
  return `${path}#${ELEMENT_IDS[section]}:~:text=${directive}`;
}

/**
 * Returns a link to a line (a saved passage) in its article. If the article no longer contains the passage, the link
 * leads to its section.
 */
export function createLineHref({ article: { path }, section, text, isInArticle }: Line): string {
  return isInArticle ? createPassageHref(path, section, text) : `${path}#${ELEMENT_IDS[section]}`;
}

/** Percent-encodes text for a text fragment (`#:~:text=`), in which hyphens and commas have a special meaning. */
function encodeForDirective(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}
