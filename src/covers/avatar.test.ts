import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { drawAvatar } from './avatar.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => `author-${i}`);

describe.each(CATEGORY_IDS)('an avatar in %s', (category) => {
  it('is the same for the same seed, and different for other seeds', () => {
    const avatars = SEEDS.map((seed) => drawAvatar({ category, seed }));
    expect(SEEDS.map((seed) => drawAvatar({ category, seed }))).toEqual(avatars);
    expect(new Set(avatars).size).toBe(SEEDS.length);
    expect(avatars.some((svg) => /NaN|undefined/.test(svg))).toBe(false);
  });

  it('has an outline of hair that few other avatars share', () => {
    const outlines = SEEDS.map(
      (seed) => drawAvatar({ category, seed }).match(/<clipPath.*?<\/clipPath>/)![0],
    );
    expect(new Set(outlines).size).toBeGreaterThan(SEEDS.length * 0.8);
  });

  it('can be drawn at 64 pixels, and fills the square', async () => {
    const svg = drawAvatar({ category, seed: 'author' });
    const { channels } = await sharp(Buffer.from(svg), { density: 18 }).ensureAlpha().stats();
    expect(channels[3]!.min).toBe(255);
    expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(20);
  });
});
