import { ABBREVIATIONS } from './abbreviations.ts';

/** A sentence where it stands in its text: `text.slice(start, start + sentence.text.length)` is the sentence. */
export interface Sentence {
  /** In UTF-16 units, as the browser counts. */
  start: number;
  text: string;
}

/**
 * Stops, what may close after them, a raised figure of a note, and a gap. The counts are bounded, so that a long row of
 * stops takes time in proportion to its length; of a longer row the last ones are found.
 */
const CANDIDATE = /(?:\.(?: ?\.){2,20}|[.!?…]{1,20})["'”’»)\]]{0,20}[⁰¹²³⁴⁵⁶⁷⁸⁹]{0,20}(?=\s|$)/gu;
/** Characters before and after a stop that decide what it is. */
const REACH = 400;
const OPENERS = /^["'“‘«([¿¡]+/u;

const ENDINGS = new Map(ABBREVIATIONS.map(({ written, ends }) => [written, ends]));
const MONTHS = /^(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$/;

/** Words that begin a sentence far more often than a name. */
const STARTERS = new Set(
  `A After All Although An And Another Any As At Because Before But By Each Even Every Everyone Few For From
  Given He Her Here His How However I If In Instead It Its Just Later Like Many Maybe Meanwhile More Most My Next
  No Nobody None Nor Not Nothing Now Of On Once One Only Or Other Others Our Over People Perhaps She Since So Some
  Somebody Someone Something Soon Still Such That The Their Then There These They This Those Though Three Thus To
  Today Two Under Until We What When Whenever Where Whether Which While Who Why With Without Yet You Your`.split(
    /\s+/,
  ),
);

/** Who speaks, after a question or a cry: “Why?” Anna asked. */
const SPEAKER =
  /^(?:(?:[Tt]he |[Hh]is |[Hh]er )?[\p{L}'’-]+ ){1,2}(?:asked|said|says|asks|cried|cries|shouted|replied|replies|wrote|writes|whispered|wondered|answered|called|demanded|exclaimed)\b/u;
const AFTER_NOON = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|^(?:GMT|UTC|BST|[ECMP][SD]T)\b/;
/** Before a lone letter: a name's initial follows these, and otherwise a capitalised word. */
const BEFORE_INITIAL = /(?:^|[("“‘\s])(?:\p{Lu}[\p{L}'’-]*\.?|by|author|poet|and|née|von|van|de)$/u;

/**
 * The sentences of a text, in order; between them is only white space. `Intl.Segmenter` was tried first: V8
 * leaves ICU's suppressions out (the `ss` key), so it breaks after "Dr." and "J.", and before "he asked".
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
    const before = text.slice(Math.max(start, candidate.index - REACH), candidate.index);
    const rest = text.slice(next, next + REACH);
    if (rest && !endsSentence(before, candidate[0], rest)) continue;
    sentences.push({ start, text: text.slice(start, end) });
    start = next;
  }
  const last = text.slice(start).trimEnd();
  return last ? [...sentences, { start, text: last }] : sentences;
}

/** Whether the sentence `before` ends with `stop`, where `rest` goes on. */
function endsSentence(before: string, stop: string, rest: string): boolean {
  const next = rest.replace(OPENERS, '');
  if (!/^[\p{Lu}\p{Lo}\d]|^\p{Ll}\p{Lu}/u.test(next)) return false;
  if (isInsideAside(before, stop, rest)) return false;
  if (/[!?]/.test(stop)) return !(/["'”’»]$/u.test(stop) && SPEAKER.test(next));
  if (stop !== '.') return true;
  return stopEnds(before, next);
}

/** Whether a bracket that the sentence opened is still open, or closes only with this stop. */
function isInsideAside(before: string, stop: string, rest: string): boolean {
  const opened = before.lastIndexOf('(');
  if (opened <= before.lastIndexOf(')') || !before.slice(0, opened).trim()) return false;
  return /[)\]]/.test(stop) || /^[^(]*\)/u.test(rest);
}

/** Whether a single full stop ends a sentence, by the word before it and the one after. */
function stopEnds(before: string, next: string): boolean {
  const [word = ''] = /[\p{L}\d][\p{L}\d.]*$/u.exec(before) ?? [];
  const [follower = ''] = /^[\p{L}\d'’]+/u.exec(next) ?? [];
  const isStart =
    STARTERS.has(follower.replace(/['’].*$/u, '')) || /^\p{Lu}\p{Ll}+ly$/u.test(follower);

  if (/^\d+$/.test(word)) return word !== before.trim();
  if (/^[ap]\.?m$/i.test(word)) return !AFTER_NOON.test(next) && /^\p{Lu}/u.test(next);
  if (/^\p{Lu}$/u.test(word)) return word === 'I' ? isStart : !isInitial(before, next, isStart);
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word) && !ENDINGS.has(word)) return isStart;
  if (word === 'St') return isStart && /\p{Lu}\p{L}+ St$/u.test(before);
  if (MONTHS.test(word)) return !/^\d/.test(next) && word !== 'Sept';
  const ends = ENDINGS.get(word) ?? (/\bet al$/.test(before) ? 'maybe' : undefined);
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
