import { describe, expect, it } from 'vitest';
import { splitSentences } from './segmentation.ts';

/** Test texts by topic. A vertical bar separates the sentences of a text. */
const CASES: Record<string, readonly string[]> = {
  'plain sentences': [
    'One. |Two. |Three.',
    'No stop at the end',
    'One! |Two? |Three…',
    'It ends… |Then it goes on.',
    'It goes... and on.',
    'And then . . . nothing. |Silence.',
    'What?! |No.',
    'A line\nthat wraps. |Another\nline.',
    'It ends here.¹ |A note was there.',
  ],
  abbreviations: [
    'He met Dr. Smith and Mrs. Hall. |They left.',
    'Fruit, e.g. Apples, is good. |So is i.e. Bread.',
    'Cats vs. Dogs is old. |It goes on.',
    'The U.S. Army left. |The U.S. |It stayed.',
    'At 3 p.m. |She left.',
    'At 3 p.m. on Friday she left.',
    'At 3 p.m. Friday she left.',
    'At St. Marys stood a bridge. |It fell.',
    'It was in Baker St. |The end.',
    'See No. 5 and vol. 2, p. 77. |Then stop.',
    'He said no. |Then he left.',
    'Boz, a.k.a. Dickens, wrote it. |He did.',
    'Open 10 a.m.–2 p.m. |She came at 3 p.m. on Friday.',
    'At most, e.g. max. 5 of them. |His cousin is Max. |He left.',
    'Apples, pears, etc. |Bread too.',
    'Smith et al. found it. |Hall et al. |They agreed.',
    'The firm Hall Inc. grew. |It is Hall Inc. |The firm grew.',
    'Around c. 1500 it stood. |And ca. 1600.',
    'On Jan. 5 it rained. |It was Jan. |Then Feb. came.',
    'In 45 B.C. the year began. |That was 45 B.C. |The year began.',
  ],
  initials: [
    'By J. E. Gordon. |And others.',
    'J. R. Smith wrote it. |He did.',
    'W. V. Quine, in 1936, turned it. |He was young.',
    'John F. Kennedy spoke. |They heard.',
    'Call it T. |Two bars cross the cut.',
    'Now you have A, B and C. |Surely Z? |You consider.',
    'So am I. |He left.',
    'Each carries half of T. |The pull is even.',
  ],
  numbers: [
    'It is 3.14 and 2.72. |So it is.',
    'He announced 5.48. |Francis Baily found a slip.',
    'There are 190. |They come out of a well.',
    'Two were lost. |37 were found.',
    'Version 2.0 is out. |See example.org for it.',
  ],
  quotations: [
    '“Why?” he asked. |He knew.',
    '“Why?” Anna asked. |Nobody knew.',
    '“Stop!” |They stopped.',
    'He called it “the end.” |It was not.',
    'He asked “Why?” and left.',
    '“Stop. |Go away.” |He went.',
    'It is “known” or “guess”. |For the guesses it paid.',
  ],
  'brackets and dashes': [
    '(I nod.) |Two: you nod.',
    'I nod. |(I have no thumbs. |I see that now.)',
    'He left (it was late!) and slept. |He woke.',
    'It grew (see fig. 3) fast. |It stopped.',
    'Stop! — he said. |So we did.',
    '(A) If it is Tuesday, the bins go out. |(B) It is Tuesday. |I write them down.',
    'It fell—hard. |Then it rose.',
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('splits the text at the marks: %s', (marked) => {
    const sentences = splitSentences(marked.replaceAll('|', ''));
    expect(sentences.map(({ text }) => text)).toEqual(marked.split('|').map((part) => part.trim()));
  });
});

it('returns the position of each sentence, with only white space between them', () => {
  const text = '  One.  Two.\nThree  ';
  const sentences = splitSentences(text);
  expect(sentences).toEqual([
    { start: 2, text: 'One.' },
    { start: 8, text: 'Two.' },
    { start: 13, text: 'Three' },
  ]);
});

it('returns no sentences for an empty text', () => {
  expect(splitSentences(' \n ')).toEqual([]);
});

it('finds the end of a long row of periods, and none within it', () => {
  const stops = '.'.repeat(5000);
  expect(splitSentences(`${stops} The end.`).map(({ text }) => text)).toEqual([stops, 'The end.']);
  expect(splitSentences(`${stops}x ${stops}x`)).toHaveLength(1);
});

it('looks for the context of a period within a bounded distance', () => {
  const holds = (words: number) => `It grew (${'so it was '.repeat(words)}fast. Then slow) there.`;
  expect(splitSentences(holds(5))).toHaveLength(1);
  expect(splitSentences(holds(500))).toHaveLength(2);
});
