import { describe, expect, it } from 'vitest';
import { CATEGORY_IDS } from './categories.ts';
import {
  COVER_GROUND_IDS,
  COVER_GROUNDS_BY_ID,
  type CoverGroundId,
  findNearestCoverGroundId,
  getDefaultCoverGroundId,
  isCoverGroundId,
} from './cover-grounds.ts';

const INK = [0x1b, 0x1a, 0x17];
const PAPER = [0xff, 0xfd, 0xf9];

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Returns the relative luminance of a color as WCAG 2.2 defines it. */
function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: number[], other: number[]): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe('every ground', () => {
  it.each(COVER_GROUND_IDS)('%s has enough contrast for text on the bare color (WCAG AA)', (id) => {
    const { hex, tone } = COVER_GROUNDS_BY_ID[id];
    expect(contrast(channels(hex), tone === 'light' ? INK : PAPER)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(COVER_GROUND_IDS)(
    '%s has enough contrast for text at 80 %% opacity over the worst pixel (WCAG AA)',
    (id) => {
      const { hex, tone } = COVER_GROUNDS_BY_ID[id];
      const worst = tone === 'light' ? 0 : 255;
      const behindText = channels(hex).map((value) => value * 0.8 + worst * 0.2);
      expect(contrast(behindText, tone === 'light' ? INK : PAPER)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe('a light ground in the dark theme', () => {
  /**
   * Maximum luminance of a cover in the dark theme. It is less than half the luminance of the lightest cover
   * in the light theme.
   */
  const MOST = 0.4;
  const light = COVER_GROUND_IDS.filter((id) => COVER_GROUNDS_BY_ID[id].tone === 'light');
  const atNight = (id: CoverGroundId) =>
    channels(COVER_GROUNDS_BY_ID[id].night ?? COVER_GROUNDS_BY_ID[id].hex);

  it.each(light)('%s is not too bright', (id) => {
    expect(luminance(atNight(id))).toBeLessThanOrEqual(MOST);
  });

  it.each(light)(
    '%s has enough contrast for text at 80 %% opacity over the worst pixel (WCAG AA)',
    (id) => {
      const behindText = atNight(id).map((value) => value * 0.8);
      expect(contrast(behindText, INK)).toBeGreaterThanOrEqual(4.5);
    },
  );

  // The dark theme darkens a drawing by multiplying it with a color, which cannot lighten any color channel.
  it.each(light)('%s is no lighter in any color channel than in the light theme', (id) => {
    const printed = channels(COVER_GROUNDS_BY_ID[id].hex);
    for (const [at, value] of atNight(id).entries())
      expect(value).toBeLessThanOrEqual(printed[at]!);
  });

  it('does not change dark grounds', () => {
    const dark = COVER_GROUND_IDS.filter((id) => COVER_GROUNDS_BY_ID[id].tone === 'dark');
    expect(dark.every((id) => COVER_GROUNDS_BY_ID[id].night === undefined)).toBe(true);
  });
});

describe('the table of grounds', () => {
  it('has three to six grounds for each category, both light and dark', () => {
    for (const category of CATEGORY_IDS) {
      const own = COVER_GROUND_IDS.filter((id) => id.startsWith(`${category}-`));
      expect(own.length).toBeGreaterThanOrEqual(3);
      expect(own.length).toBeLessThanOrEqual(6);
      expect(new Set(own.map((id) => COVER_GROUNDS_BY_ID[id].tone))).toEqual(
        new Set(['light', 'dark']),
      );
    }
    expect(new Set(COVER_GROUND_IDS.map((id) => id.slice(0, 3)))).toEqual(new Set(CATEGORY_IDS));
  });

  it('contains no color twice', () => {
    expect(new Set(COVER_GROUND_IDS.map((id) => COVER_GROUNDS_BY_ID[id].hex)).size).toBe(
      COVER_GROUND_IDS.length,
    );
  });

  it('recognizes its own IDs only', () => {
    expect(COVER_GROUND_IDS.every(isCoverGroundId)).toBe(true);
    expect(['nsm', 'nsm-', 'toString', 'NSM-dark'].some(isCoverGroundId)).toBe(false);
  });

  it('falls back to a dark ground of the category', () => {
    for (const category of CATEGORY_IDS) {
      expect(getDefaultCoverGroundId(category).startsWith(category)).toBe(true);
      expect(COVER_GROUNDS_BY_ID[getDefaultCoverGroundId(category)].tone).toBe('dark');
    }
  });
});

describe('the nearest ground', () => {
  it('is the ground itself for its own color', () => {
    expect(
      COVER_GROUND_IDS.map((id) => findNearestCoverGroundId(COVER_GROUNDS_BY_ID[id].hex)),
    ).toEqual(COVER_GROUND_IDS);
  });

  it('depends on hue for a vivid color, and on lightness for a gray', () => {
    expect(findNearestCoverGroundId('#ff7f6a')).toBe('mab-accent');
    expect(COVER_GROUNDS_BY_ID[findNearestCoverGroundId('#0a0a0a')].tone).toBe('dark');
    expect(COVER_GROUNDS_BY_ID[findNearestCoverGroundId('#f8f8f8')].tone).toBe('light');
  });
});
