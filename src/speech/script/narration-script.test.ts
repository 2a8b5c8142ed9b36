import { describe, expect, it } from 'vitest';
import { buildLexicon, EMPTY_LEXICON } from './lexicon.ts';
import { buildScript, type NarrationScript } from './narration-script.ts';

const ARTICLE = {
  title: 'Absent: brewing beer',
  body: {
    summary: ['One', 'Two', 'Three', 'Four', 'Five'],
    introduction: [
      'It was <em>1250 BC</em>. R&#x26;D came later.',
      'See <strong>10<sup>−9</sup></strong> m of H<sub>2</sub>O.',
    ],
    keyPoints: [
      {
        title: 'What an inch is worth',
        paragraphs: ['Dr. Hall paid £5. He left.'],
        takeaway: 'Pay early.',
      },
      { title: 'Why?', paragraphs: ['One.', 'Two.'], takeaway: 'Two things. Both true.' },
      { title: 'Last', paragraphs: ['Three.'], takeaway: 'Rest.' },
    ],
    conclusion: ['The <a href="https://example.org">end</a>.'],
  },
};

const listPassages = (script: NarrationScript) =>
  script.sections.flatMap(({ passages }) => passages);

describe('the script of an article', () => {
  const script = buildScript(ARTICLE, 'Potsherd', buildLexicon({ Hall: 'Hawl' }));
  const findPassage = (anchor: string) =>
    listPassages(script).find((candidate) => candidate.anchor === anchor)!;

  it('has the sections of the page in order', () => {
    expect(script.sections.map(({ kind, title }) => [kind, title])).toEqual([
      ['opening', 'Absent: brewing beer'],
      ['introduction', 'Introduction'],
      ['key-point', 'What an inch is worth'],
      ['key-point', 'Why?'],
      ['key-point', 'Last'],
      ['conclusion', 'Conclusion'],
    ]);
  });

  it('has the anchor of every passage, and omits the summary', () => {
    expect(listPassages(script).map(({ anchor }) => anchor)).toEqual([
      'title',
      'author',
      'introduction.0',
      'introduction.1',
      'keyPoints.0.title',
      'keyPoints.0.paragraphs.0',
      'keyPoints.0.takeaway',
      'keyPoints.1.title',
      'keyPoints.1.paragraphs.0',
      'keyPoints.1.paragraphs.1',
      'keyPoints.1.takeaway',
      'keyPoints.2.title',
      'keyPoints.2.paragraphs.0',
      'keyPoints.2.takeaway',
      'conclusion.0',
    ]);
  });

  it('begins with the title and the author', () => {
    expect(script.sections[0]!.passages).toEqual([
      {
        anchor: 'title',
        sentences: [{ start: 0, text: 'Absent: brewing beer', spoken: 'Absent: brewing beer.' }],
      },
      { anchor: 'author', sentences: [{ start: 0, text: 'Potsherd', spoken: 'By Potsherd.' }] },
    ]);
  });

  it('has the visible text beside the spoken text', () => {
    expect(findPassage('introduction.0').sentences).toEqual([
      { start: 0, text: 'It was 1250 BC.', spoken: 'It was twelve fifty B C.' },
      { start: 16, text: 'R&D came later.', spoken: 'R and D came later.' },
    ]);
    expect(findPassage('keyPoints.0.paragraphs.0').sentences).toEqual([
      { start: 0, text: 'Dr. Hall paid £5.', spoken: 'Doctor Hawl paid five pounds.' },
      { start: 18, text: 'He left.', spoken: 'He left.' },
    ]);
  });

  it('reads superscripts and subscripts', () => {
    expect(findPassage('introduction.1').sentences[0]).toEqual({
      start: 0,
      text: 'See 10−9 m of H2O.',
      spoken: 'See ten to the power of minus nine metres of H two O.',
    });
  });

  it('announces a takeaway once', () => {
    expect(
      findPassage('keyPoints.1.takeaway').sentences.map(({ text, spoken }) => [text, spoken]),
    ).toEqual([
      ['Two things.', 'Takeaway: Two things.'],
      ['Both true.', 'Both true.'],
    ]);
  });

  it('adds pauses at the semicolons of a very long sentence, without splitting it', () => {
    const clause =
      'the rain fell on the roof and on the road and on the river and on all who were out in it';
    const long = `${clause}; ${clause}; ${clause}; ${clause}.`;
    const { sections } = buildScript(
      { ...ARTICLE, body: { ...ARTICLE.body, conclusion: [long] } },
      'X',
      EMPTY_LEXICON,
    );
    const { sentences } = sections.at(-1)!.passages[0]!;
    expect(sentences).toHaveLength(1);
    expect(sentences[0]!.text).toBe(long);
    expect(sentences[0]!.spoken.match(/\. The rain/g)).toHaveLength(3);
  });
});
