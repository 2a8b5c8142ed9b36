import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasSchema } from './author.ts';
import { CONTACT_MAX_LENGTHS, CONTACT_SUBJECTS } from './contact.ts';
import { FEEDBACK_TYPE_DETAILS } from './feedback.ts';
import { feedbackTypeSchema } from './feedback-schema.ts';
import {
  COVER_WIDTHS,
  computeCoverCrop,
  createPictureSrcSet,
  createUnsplashCoverSrcSet,
  createUnsplashCoverUrl,
  createWebpPictureUrl,
  formatPhotoCropKey,
  isDrawnCoverUrl,
  parsePhotoCropKey,
} from './images.ts';
import { ALIAS_PATTERN, articlePath, RESERVED_ALIASES, SLUG_PATTERN } from './paths.ts';
import { readerReportSchema } from './reader-report-schema.ts';
import {
  countWords,
  estimateReadingMinutes,
  formatReadingTimeSlogan,
  READING_WORDS_PER_MINUTE,
} from './reading-time.ts';
import { isValidReport, MAX_REPORT_EXPLANATION_LENGTH, type ReportDraft } from './report.ts';
import {
  ANNUAL_PRICE_PER_MONTH_IN_CENTS,
  describeReachedLimit,
  formatPrice,
  PREMIUM_PRICES_IN_CENTS,
  TIER_BENEFITS,
  type Tier,
  type TierLimitedCollection,
} from './tiers.ts';

describe('reading time', () => {
  it.each([
    [null, 'A few minutes well spent'],
    [1, 'One minute well spent'],
    [5, 'Five minutes well spent'],
    [12, 'Twelve minutes well spent'],
    [13, '13 minutes well spent'],
  ])('of %s minutes is formatted as "%s"', (minutes, words) => {
    expect(formatReadingTimeSlogan(minutes)).toBe(words);
  });

  it.each([
    ['', 0],
    ['  \n\t ', 0],
    ['one two  three\nfour', 4],
    ['<p>one <em>two</em></p>', 2],
    ['un<em>believ</em>able', 1],
    ['<br>', 0],
    ['a<br>b', 1],
    ['1 < 2 and <em>3</em> > 2', 7],
  ])('is based on the words of a text: %j has %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it.each([
    [0, 0],
    [1, 1],
    [238, 1],
    [239, 2],
    [476, 2],
    [477, 3],
  ])('of %i words is rounded up to %i minutes', (words, minutes) => {
    expect(estimateReadingMinutes([Array(words).fill('word').join(' ')])).toBe(minutes);
  });

  it('is rounded after adding several texts', () => {
    expect(estimateReadingMinutes(Array(READING_WORDS_PER_MINUTE).fill('word'))).toBe(1);
  });
});

describe('paths', () => {
  it('begin with the alias for an article', () => {
    expect(articlePath('Plumbline', 'the-plumb-line')).toBe('/Plumbline/the-plumb-line');
  });

  it.each(['articles', 'Authors', 'ABOUT', 'api', 'health', 'explore', 'studio', 'page-payload'])(
    'reserve the first segment %s, in upper or lower case',
    (alias) => {
      expect(aliasSchema.safeParse(alias).success).toBe(false);
    },
  );

  it.each(['Plumbline', 'Ab', 'Deep-Field', 'R2'])('accept the alias %s', (alias) => {
    expect(aliasSchema.parse(alias)).toBe(alias);
  });

  it.each(['', 'a', '2fast', '-a', 'a-', 'a--b', 'a b', 'é', 'a'.repeat(31), 'a/b', '..'])(
    'reject the alias %j',
    (alias) => {
      expect(ALIAS_PATTERN.test(alias)).toBe(false);
    },
  );

  it.each(['', 'A', 'a_b', 'a--b', '-a', 'a/b', '~x', 'a'.repeat(81)])(
    'reject the slug %j',
    (slug) => {
      expect(SLUG_PATTERN.test(slug)).toBe(false);
    },
  );

  it('reserve lower-case names only, since aliases are compared in lower case', () => {
    for (const alias of RESERVED_ALIASES) expect(alias).toBe(alias.toLowerCase());
  });
});

const LIMIT_MESSAGE =
  'You have 10 bookmarks, the most a free account can have. Premium holds 1,000.';

describe('tiers and prices', () => {
  it('are those of the specification', () => {
    expect(TIER_BENEFITS.free).toEqual({
      bookmarks: 10,
      follows: 3,
      lines: 50,
      narrations: false,
      ads: true,
      earlyAccess: false,
    });
    expect(TIER_BENEFITS.premium.bookmarks).toBe(1000);
    expect(formatPrice(PREMIUM_PRICES_IN_CENTS.monthly)).toBe('$2.99');
    expect(formatPrice(PREMIUM_PRICES_IN_CENTS.annual)).toBe('$29.99');
    // A twelfth of the annual price, $29.99, is about $2.4992, which rounds to $2.50.
    expect(formatPrice(ANNUAL_PRICE_PER_MONTH_IN_CENTS)).toBe('$2.50');
  });

  it.each<[Tier, string | null, TierLimitedCollection, number, string | undefined]>([
    ['free', null, 'bookmarks', 9, undefined],
    ['free', null, 'bookmarks', 10, LIMIT_MESSAGE],
    [
      'free',
      null,
      'follows',
      4,
      'You’re following 3 authors, the most a free account can. Premium has no limit.',
    ],
    ['premium', 'active', 'bookmarks', 999, undefined],
    ['premium', 'active', 'bookmarks', 1000, 'You have 1,000 bookmarks, the most Premium holds.'],
    ['premium', 'canceled', 'bookmarks', 10, LIMIT_MESSAGE],
    ['premium', null, 'bookmarks', 10, LIMIT_MESSAGE],
    ['premium', 'trialing', 'follows', 100_000, undefined],
    ['free', null, 'lines', 49, undefined],
    [
      'free',
      null,
      'lines',
      50,
      'You have kept 50 lines, the most a free account can. Premium has no limit.',
    ],
    ['premium', 'active', 'lines', 100_000, undefined],
  ])(
    '%s (%s) with %s: at %i, the limit message is %s',
    (tier, subscriptionStatus, collection, count, message) => {
      expect(describeReachedLimit({ tier, subscriptionStatus }, collection, count)).toBe(message);
    },
  );
});

describe('feedback and reports', () => {
  it('have four types of feedback, identified by name', () => {
    expect(Object.values(FEEDBACK_TYPE_DETAILS).map(({ code }) => code)).toEqual([
      'tp',
      'eo',
      'pr',
      'in',
    ]);
    expect(feedbackTypeSchema.safeParse('tp').success).toBe(false);
  });

  it.each<[string, ReportDraft, boolean]>([
    ['no reason', { reason: '', explanation: 'Here' }, false],
    ['a reason alone', { reason: 'SPAM', explanation: '' }, true],
    ['OTHER alone', { reason: 'OTHER', explanation: '' }, false],
    ['OTHER and blanks', { reason: 'OTHER', explanation: ' \n ' }, false],
    ['OTHER, explained', { reason: 'OTHER', explanation: 'Here' }, true],
    ['the longest explanation', createExplainedReport(MAX_REPORT_EXPLANATION_LENGTH), true],
    [
      'an explanation of one character too many',
      createExplainedReport(MAX_REPORT_EXPLANATION_LENGTH + 1),
      false,
    ],
    [
      'a valid explanation between blanks',
      { reason: 'SPAM', explanation: `  ${'x'.repeat(250)}\n` },
      true,
    ],
  ])('are validated alike in the form and on the server: %s', (_, draft, isSendable) => {
    expect(isValidReport(draft)).toBe(isSendable);
    expect(readerReportSchema.safeParse(draft).success).toBe(isSendable);
  });

  it('may omit the explanation of a report, which is otherwise trimmed', () => {
    expect(readerReportSchema.parse({ reason: 'SPAM' })).toEqual({
      reason: 'SPAM',
      explanation: '',
    });
    expect(readerReportSchema.parse({ reason: 'SPAM', explanation: ' It is. ' })).toMatchObject({
      explanation: 'It is.',
    });
  });
});

function createExplainedReport(length: number): ReportDraft {
  return { reason: 'SPAM', explanation: 'x'.repeat(length) };
}

describe('contact messages', () => {
  it('have the limits and subjects of the specification', () => {
    expect(CONTACT_MAX_LENGTHS).toEqual({ name: 30, email: 100, message: 500 });
    expect(CONTACT_SUBJECTS).toEqual(['general', 'support', 'business', 'press', 'privacy']);
  });
});

describe('the source set of a picture', () => {
  it('lists all widths of a drawn cover in a format', () => {
    expect(createPictureSrcSet('/images/covers/abc.1/960.jpg', 'avif')).toBe(
      [320, 480, 640, 768, 960, 1280].map((w) => `/images/covers/abc.1/${w}.avif ${w}w`).join(', '),
    );
  });

  it('is undefined for external pictures', () => {
    expect(createPictureSrcSet('https://example.org/a.jpg', 'avif')).toBeUndefined();
    expect(createWebpPictureUrl('https://example.org/a.jpg')).toBeUndefined();
  });
});

describe('a picture for browsers without AVIF', () => {
  it.each([
    ['100vw', 960],
    ['(min-width: 64rem) 187px, 248px', 640],
    ['96px', 320],
  ])('has one width: for the sizes "%s", %i pixels', (sizes, width) => {
    const src = '/images/covers/abc.1/960.jpg';
    expect(createWebpPictureUrl(src, sizes)).toBe(`/images/covers/abc.1/${width}.webp`);
  });
});

describe('a photograph', () => {
  const photoId = '019a0000-0000-7000-8000-000000000010';

  it('has a key that names its crop, and the widths and formats of a drawing', () => {
    const key = formatPhotoCropKey({ photoId, crop: 12 });
    expect(parsePhotoCropKey(key)).toEqual({ photoId, crop: 12 });
    expect(parsePhotoCropKey(`${photoId}.mab12.2`)).toBeUndefined();
    expect(isDrawnCoverUrl(`/images/covers/${key}/960.jpg`)).toBe(false);
    expect(isDrawnCoverUrl(`/images/covers/${photoId}.mab12.2/960.jpg`)).toBe(true);
    expect(isDrawnCoverUrl(`/api/v1/studio/articles/${photoId}/drawings/mab/1/960`)).toBe(true);
    expect(createPictureSrcSet(`/images/covers/${key}/960.jpg`, 'avif')).toContain(
      `${key}/320.avif 320w`,
    );
  });

  it('from Unsplash keeps its URL and query parameters', () => {
    const src = createUnsplashCoverUrl('https://images.unsplash.com/photo-1?ixid=a&ixlib=b', 960, {
      x: 0.2,
      y: 1,
    });
    expect(Object.fromEntries(new URL(src).searchParams)).toEqual({
      ...{ ixid: 'a', ixlib: 'b', w: '960', h: '1200', fit: 'crop', auto: 'format', q: '75' },
      ...{ crop: 'focalpoint', 'fp-x': '0.2', 'fp-y': '1' },
    });
    expect(isDrawnCoverUrl(src)).toBe(false);
  });

  it('from Unsplash has the widths of covers, all with the same crop', () => {
    const focus = { x: 0.2, y: 1 };
    const src = createUnsplashCoverUrl(
      'https://images.unsplash.com/photo-1?ixid=a&ixlib=b&w=400',
      960,
      focus,
    );
    const candidates = createUnsplashCoverSrcSet(src)!.split(', ');
    expect(candidates.map((each) => each.split(' ')[1])).toEqual(
      COVER_WIDTHS.map((width) => `${width}w`),
    );
    for (const candidate of candidates) {
      const [url, width] = candidate.split(' ') as [string, string];
      const w = Number.parseInt(width, 10);
      expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
        ...{ ixid: 'a', ixlib: 'b', fit: 'crop', auto: 'format', q: '75' },
        ...{ crop: 'focalpoint', 'fp-x': '0.2', 'fp-y': '1' },
        ...{ w: String(w), h: String((w * 5) / 4) },
      });
    }
    for (const otherUrl of [
      'https://images.unsplash.com/photo-1?ixid=a&w=400&fit=max',
      'https://images.pexels.com/photos/1/a.jpeg?fit=crop',
      '/images/covers/a.pic.1/960.jpg',
    ])
      expect(createUnsplashCoverSrcSet(otherUrl)).toBeUndefined();
  });

  it('is cropped to 4:5 inside its edges, for any size and focus', () => {
    const length = fc.integer({ min: 1, max: 10_000 });
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(length, length, fraction, fraction, (width, height, x, y) => {
        const crop = computeCoverCrop({ width, height }, { x, y });
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(width);
        expect(crop.top + crop.height).toBeLessThanOrEqual(height);
        expect(Math.abs(crop.width * 1.25 - crop.height)).toBeLessThanOrEqual(1.25);
      }),
    );
  });
});
