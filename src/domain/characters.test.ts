import { describe, expect, it } from 'vitest';
import { countCharacters, createMaxCharactersPredicate, truncateCharacters } from './characters.ts';
import { CONTACT_MAX_LENGTHS, validateContactField } from './contact.ts';
import { contactMessageSchema } from './contact-message-schema.ts';
import { readerReportSchema } from './reader-report-schema.ts';
import { isValidReport, MAX_REPORT_EXPLANATION_LENGTH } from './report.ts';
import {
  createEmptyManuscript,
  findManuscriptProblems,
  PUBLISHED_TEXT_MAX_LENGTHS,
} from './studio/manuscript.ts';

const FAMILY = '👩‍👩‍👧‍👦';

describe('user-perceived characters', () => {
  it.each([
    ['', 0],
    ['plain text', 10],
    ['e\u0301', 1],
    ['👍🏽👍', 2],
    [FAMILY, 1],
    ['🏳️‍🌈', 1],
    ['🇦🇺🇳🇿', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
    ['1️⃣', 1],
    ['👩🏽‍❤️‍💋‍👨🏻', 1],
    ['日本', 2],
    ['नमस्ते', 4],
    ['a\r\nb', 3],
    ['\ud83d', 1],
  ])('of %j are counted as %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it('are Unicode grapheme clusters without language-specific rules', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const text = `“Æther” – ${FAMILY} ${'👍🏿'.repeat(3)} 🇫🇷🇯🇵 ñ n\u0303 Ω ﬁ 1️⃣ ☕️ 🤦🏼‍♂️\r\nfin`;
    expect(countCharacters(text)).toBe([...segmenter.segment(text)].length);
  });

  it('are never split by truncation', () => {
    expect(truncateCharacters(`${FAMILY}👍🏽e\u0301x`, 3)).toBe(`${FAMILY}👍🏽e\u0301`);
  });

  it('have a maximum size in UTF-16 units', () => {
    expect(createMaxCharactersPredicate(3)('e\u0301e\u0301e\u0301')).toBe(true);
    expect(createMaxCharactersPredicate(3)(`e${'\u0301'.repeat(100)}`)).toBe(false);
  });
});

describe('a limit counts emoji as one character, in forms and on the server', () => {
  const repeatEmoji = (count: number) => FAMILY.repeat(count);

  it.each([0, 1])('for a message with %i characters above the maximum', (excess) => {
    const isTooLong = excess > 0;
    const message = repeatEmoji(CONTACT_MAX_LENGTHS.message + excess);
    const name = repeatEmoji(CONTACT_MAX_LENGTHS.name);
    const others = { email: 'ada@example.org', subject: 'general', recaptchaToken: 'x' };
    expect(validateContactField('name', name)).toBeUndefined();
    expect(validateContactField('message', message) !== undefined).toBe(isTooLong);
    expect(contactMessageSchema.safeParse({ name, message, ...others }).success).toBe(!isTooLong);
  });

  it.each([0, 1])('for a report with %i characters above the maximum', (excess) => {
    const report = {
      reason: 'OTHER' as const,
      explanation: repeatEmoji(MAX_REPORT_EXPLANATION_LENGTH + excess),
    };
    expect(isValidReport(report)).toBe(excess === 0);
    expect(readerReportSchema.safeParse(report).success).toBe(excess === 0);
  });

  it.each([0, 1])('for a title with %i characters above the maximum', (excess) => {
    const title = '👍🏽'.repeat(PUBLISHED_TEXT_MAX_LENGTHS.title + excess);
    const problems = findManuscriptProblems({
      ...createEmptyManuscript({ category: 'nsm', subcategory: 'mea' }),
      title,
    });
    const messages = problems.filter(({ path }) => path === 'title').map(({ message }) => message);
    expect(messages).toEqual(
      excess
        ? [
            `The title has ${PUBLISHED_TEXT_MAX_LENGTHS.title + excess} characters; ${PUBLISHED_TEXT_MAX_LENGTHS.title} are the most.`,
          ]
        : [],
    );
  });
});
