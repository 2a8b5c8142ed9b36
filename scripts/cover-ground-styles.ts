import type { Plugin } from 'vite';
import { COVER_GROUNDS_BY_ID, type CoverGround } from '../src/domain/cover-grounds.ts';

const ID = 'virtual:grounds.css';

/**
 * Returns a Vite plugin that generates the style sheet `virtual:grounds.css`. A ground is the background color at the
 * bottom of a cover, and the style sheet has a rule for each ground in `COVER_GROUNDS_BY_ID`. A cover selects its
 * ground with the attribute `data-ground`, because the content security policy forbids inline styles.
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
 * Returns the CSS custom properties of a ground, the background color at the bottom of a cover:
 *
 * - `--ground`: the background color of the cover's caption, as three RGB channels
 * - `--on`: the text color of the caption
 * - `--printed`: the background color in the drawing, as three RGB channels, only for grounds with a different color in
 *   the dark theme
 * - `--lamp`: the color that turns `--printed` into the dark theme's background color when the picture is multiplied
 *   by it
 *
 * `ui/tokens.css` defines `--day` and `--night` so that only the value for the current theme applies in
 * `var(--day, …) var(--night, …)`.
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
