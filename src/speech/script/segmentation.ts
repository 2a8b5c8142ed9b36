import { ABBREVIATIONS } from './abbreviations.ts';

/** A sentence and its position in a longer text. */
export interface Sentence {
  /** The index at which the sentence begins in the longer text, in UTF-16 code units. */
  start: number;
  text: string;
}

/**
 * Matches a possible end of a sentence: a period or similar mark, optionally followed by closing quotes, closing
 * brackets and a superscript note number. Repetitions are limited, so that matching takes linear time. In a longer
 * sequence of marks, only the end is matched.
 */
const CANDIDATE = /(?:\.(?: ?\.){2,20}|[.!?…]{1,20})["'”’»)\]]{0,20}[⁰¹²³⁴⁵⁶⁷⁸⁹]{0,20}(?=\s|$)/gu;
/** The number of characters before and after a period that are examined to decide whether it ends a sentence. */
const CONTEXT_LENGTH = 400;
const OPENERS = /^["'“‘«([¿¡]+/u;

const ENDINGS_BY_ABBREVIATION = new Map(ABBREVIATIONS.map(({ written, ends }) => [written, ends]));
const MONTHS = /^(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$/;

/** Capitalized words that almost always begin a sentence and are rarely names. */
const STARTERS = new Set(
  `A After All Although An And Another Any As At Because Before But By Each Even Every Everyone Few For From
  Given He Her Here His How However I If In Instead It Its Just Later Like Many Maybe Meanwhile More Most My Next
  No Nobody None Nor Not Nothing Now Of On Once One Only Or Other Others Our Over People Perhaps She Since So Some
  Somebody Someone Something Soon Still Such That The Their Then There These They This Those Though Three Thus To
  Today Two Under Until We What When Whenever Where Whether Which While Who Why With Without Yet You Your`.split(
    /\s+/,
  ),
);

/** Matches a speaker and a verb after a quoted question or exclamation, such as “Anna asked” after “Why?”. */
const SPEAKER =
  /^(?:(?:[Tt]he |[Hh]is |[Hh]er )?[\p{L}'’-]+ ){1,2}(?:asked|said|says|asks|cried|cries|shouted|replied|replies|wrote|writes|whispered|wondered|answered|called|demanded|exclaimed)\b/u;
const AFTER_NOON = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|^(?:GMT|UTC|BST|[ECMP][SD]T)\b/;
/**
 * Matches text whose last word can precede an initial in a name. That word is another part of the name, or a word such
 * as "by" or "von".
 */
const BEFORE_INITIAL = /(?:^|[("“‘\s])(?:\p{Lu}[\p{L}'’-]*\.?|by|author|poet|and|née|von|van|de)$/u;

/**
 * Splits a text into its sentences, in order. Only the white space between sentences is omitted. `Intl.Segmenter` is
 * not used, because it would split after "Dr." and "J.", and before "he asked". ICU has a list of abbreviations for
 * this purpose (the locale key `ss`), but V8 does not support it.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  const nonSpace = /\S/gu;
  let start = text.search(nonSpace);
  if (start < 0) return sentences;
  for (const candidate of text.matchAll(CANDIDATE)) {
    const end = candidate.index + candidate[0].length;
    nonSpace.lastIndex = end;
    const next = nonSpace.exec(text)?.index ?? text.length;
    const before = text.slice(Math.max(start, candidate.index - CONTEXT_LENGTH), candidate.index);
    const following = text.slice(next, next + CONTEXT_LENGTH);
    if (following && !endsSentence(before, candidate[0], following)) continue;
    sentences.push({ start, text: text.slice(start, end) });
    start = next;
  }
  const last = text.slice(start).trimEnd();
  return last ? [...sentences, { start, text: last }] : sentences;
}

/**
 * Returns true if the punctuation mark `stop` ends a sentence. The decision depends on the text `before` the mark and
 * the `following` text.
 */
function endsSentence(before: string, stop: string, following: string): boolean {
  const next = following.replace(OPENERS, '');
  if (!/^[\p{Lu}\p{Lo}\d]|^\p{Ll}\p{Lu}/u.test(next)) return false;
  if (isInsideAside(before, stop, following)) return false;
  if (/[!?]/.test(stop)) return !(/["'”’»]$/u.test(stop) && SPEAKER.test(next));
  if (stop !== '.') return true;
  return periodEndsSentence(before, next);
}

/** Returns true if the punctuation mark `stop` is inside parentheses in the middle of a sentence. */
function isInsideAside(before: string, stop: string, following: string): boolean {
  const openingIndex = before.lastIndexOf('(');
  if (openingIndex <= before.lastIndexOf(')') || !before.slice(0, openingIndex).trim())
    return false;
  return /[)\]]/.test(stop) || /^[^(]*\)/u.test(following);
}

/** Returns true if a single period ends a sentence. The decision depends on the words before and after the period. */
function periodEndsSentence(before: string, next: string): boolean {
  const [word = ''] = /[\p{L}\d][\p{L}\d.]*$/u.exec(before) ?? [];
  const [nextWord = ''] = /^[\p{L}\d'’]+/u.exec(next) ?? [];
  const isStart =
    STARTERS.has(nextWord.replace(/['’].*$/u, '')) || /^\p{Lu}\p{Ll}+ly$/u.test(nextWord);

  if (/^\d+$/.test(word)) return word !== before.trim();
  if (/^[ap]\.?m$/i.test(word)) return !AFTER_NOON.test(next) && /^\p{Lu}/u.test(next);
  if (/^\p{Lu}$/u.test(word)) return word === 'I' ? isStart : !isInitial(before, next, isStart);
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word) && !ENDINGS_BY_ABBREVIATION.has(word)) return isStart;
  if (word === 'St') return isStart && /\p{Lu}\p{L}+ St$/u.test(before);
  if (MONTHS.test(word)) return !/^\d/.test(next) && word !== 'Sept';
  const ends = ENDINGS_BY_ABBREVIATION.get(word) ?? (/\bet al$/.test(before) ? 'maybe' : undefined);
  if (ends === 'never') return false;
  if (ends === 'numbered') return !/^(?:\d|[IVXL]+\b)/.test(next);
  if (ends === 'maybe') return word === 'etc' || isStart;
  return true;
}

function isInitial(before: string, next: string, isStart: boolean): boolean {
  const ahead = before.slice(0, -1).trimEnd();
  if (/^\p{Lu}\./u.test(next)) return true;
  const isAlone = ahead === '';
  return (isAlone || BEFORE_INITIAL.test(ahead)) && !isStart;
}
