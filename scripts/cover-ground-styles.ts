import type { Plugin } from 'vite';
import { COVER_GROUNDS_BY_ID, type CoverGround } from '../src/domain/cover-grounds.ts';

const ID = 'virtual:grounds.css';

/**
 * Returns a Vite plugin for `virtual:grounds.css`, which has one rule for each ground in `COVER_GROUNDS_BY_ID`. A
 * ground is the background color at the foot of a cover. The content security policy forbids inline styles, so a cover
 * specifies its ground in the attribute `data-ground`.
 */
export function coverGroundStylesPlugin(): Plugin {
  return {
    name: 'octavo:ground-rules',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return;
      const rules = Object.entries<CoverGround>(COVER_GROUNDS_BY_ID).map(
        ([ground, colors]) => `[data-ground="${ground}"]{${buildDeclarations(colors)}}`,
      );
      return `@layer ui{${rules.join('')}}`;
    },
  };
}

/**
 * Returns the custom properties of one ground:
 *
 * - `--ground`: the background color of a caption
 * - `--on`: the color of the caption's text
 * - `--printed`: the background color of the drawing, if the dark theme has another ground
 * - `--lamp`: the color that multiplies the picture in the dark theme, which turns `--printed` into the night color
 *
 * `ui/tokens.css` defines `--day` and `--night`, so that in `var(--day, …) var(--night, …)` only the value for the
 * current theme applies.
 */
function buildDeclarations({ hex, tone, night }: CoverGround): string {
  const onDeclaration = `--on:${tone === 'light' ? 'var(--on-cover-dark)' : 'var(--on-cover)'}`;
  const dayChannels = parseChannels(hex);
  if (!night) return `--ground:${dayChannels.join(' ')};${onDeclaration}`;
  const nightChannels = parseChannels(night);
  const lampChannels = nightChannels.map((value, at) =>
    Math.round((value / dayChannels[at]!) * 255),
  );
  return [
    `--ground:var(--day,${dayChannels.join(' ')}) var(--night,${nightChannels.join(' ')})`,
    onDeclaration,
    `--printed:${dayChannels.join(' ')}`,
    `--lamp:var(--night,rgb(${lampChannels.join(' ')}))`,
  ].join(';');
}

function parseChannels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
