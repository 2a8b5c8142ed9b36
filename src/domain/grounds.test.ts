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

const toChannels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Returns the relative luminance of a color as WCAG 2.2 defines it. */
function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(first: number[], second: number[]): number {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe('every ground', () => {
  it.each(COVER_GROUND_IDS)('%s has enough contrast for text on the bare color (WCAG AA)', (id) => {
    const { hex, tone } = COVER_GROUNDS_BY_ID[id];
    expect(contrast(toChannels(hex), tone === 'light' ? INK : PAPER)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(COVER_GROUND_IDS)(
    '%s has enough contrast for text at 80 %% opacity over the worst pixel (WCAG AA)',
    (id) => {
      const { hex, tone } = COVER_GROUNDS_BY_ID[id];
      const worst = tone === 'light' ? 0 : 255;
      const behindText = toChannels(hex).map((value) => value * 0.8 + worst * 0.2);
      expect(contrast(behindText, tone === 'light' ? INK : PAPER)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

describe('a light ground in the dark theme', () => {
  /**
   * Maximum relative luminance of a ground (a caption's background color) in the dark theme. It is less than half the
   * luminance of the lightest ground in the light theme.
   */
  const MAX_LUMINANCE = 0.4;
  const lightGroundIds = COVER_GROUND_IDS.filter((id) => COVER_GROUNDS_BY_ID[id].tone === 'light');
  const toNightChannels = (id: CoverGroundId) =>
    toChannels(COVER_GROUNDS_BY_ID[id].night ?? COVER_GROUNDS_BY_ID[id].hex);

  it.each(lightGroundIds)('%s is not too bright', (id) => {
    expect(luminance(toNightChannels(id))).toBeLessThanOrEqual(MAX_LUMINANCE);
  });

  it.each(lightGroundIds)(
    '%s has enough contrast for text at 80 %% opacity over the worst pixel (WCAG AA)',
    (id) => {
      const behindText = toNightChannels(id).map((value) => value * 0.8);
      expect(contrast(behindText, INK)).toBeGreaterThanOrEqual(4.5);
    },
  );

  // The dark theme darkens a drawing by multiplying it by a color, which cannot lighten any color channel.
  it.each(lightGroundIds)('%s is no lighter in any color channel than in the light theme', (id) => {
    const dayChannels = toChannels(COVER_GROUNDS_BY_ID[id].hex);
    for (const [index, value] of toNightChannels(id).entries())
      expect(value).toBeLessThanOrEqual(dayChannels[index]!);
  });

  it('does not change dark grounds', () => {
    const darkGroundIds = COVER_GROUND_IDS.filter((id) => COVER_GROUNDS_BY_ID[id].tone === 'dark');
    expect(darkGroundIds.every((id) => COVER_GROUNDS_BY_ID[id].night === undefined)).toBe(true);
  });
});

describe('the table of grounds', () => {
  it('has three to six grounds for each category, both light and dark', () => {
    for (const category of CATEGORY_IDS) {
      const groundIds = COVER_GROUND_IDS.filter((id) => id.startsWith(`${category}-`));
      expect(groundIds.length).toBeGreaterThanOrEqual(3);
      expect(groundIds.length).toBeLessThanOrEqual(6);
      expect(new Set(groundIds.map((id) => COVER_GROUNDS_BY_ID[id].tone))).toEqual(
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
