import type { Plugin } from 'vite';
import { GROUNDS, type Ground } from '../src/domain/grounds.ts';

const ID = 'virtual:grounds.css';

/**
 * Gives `virtual:grounds.css`: one rule for each colour a cover may rest on, from the domain's table.
 * The content security policy forbids inline styles, so a cover names its ground in an attribute.
 */
export function groundRules(): Plugin {
  return {
    name: 'octavo:ground-rules',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return;
      const rules = Object.entries<Ground>(GROUNDS).map(
        ([ground, colours]) => `[data-ground="${ground}"]{${declarations(colours)}}`,
      );
      return `@layer ui{${rules.join('')}}`;
    },
  };
}

/**
 * - `--ground`, what a caption stands on, and `--on`, the colour of its text;
 * - where the dark theme has the picture on another ground: `--printed`, the colour it is drawn on, and
 *   `--lamp`, which turns the one into the other where it is multiplied with the picture.
 *
 * `--day` and `--night` are in `ui/tokens.css`: of the two only the theme's own leaves what stands in it.
 */
function declarations({ hex, tone, night }: Ground): string {
  const on = `--on:${tone === 'light' ? 'var(--on-cover-dark)' : 'var(--on-cover)'}`;
  const printed = channels(hex);
  if (!night) return `--ground:${printed.join(' ')};${on}`;
  const shown = channels(night);
  const lamp = shown.map((value, at) => Math.round((value / printed[at]!) * 255));
  return [
    `--ground:var(--day,${printed.join(' ')}) var(--night,${shown.join(' ')})`,
    on,
    `--printed:${printed.join(' ')}`,
    `--lamp:var(--night,rgb(${lamp.join(' ')}))`,
  ].join(';');
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
