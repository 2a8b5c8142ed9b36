import type { Plugin } from 'vite';
import { GROUNDS } from '../src/domain/grounds.ts';

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
      const rules = Object.entries(GROUNDS).map(([ground, { hex, tone }]) => {
        const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
        const caption = tone === 'light' ? 'var(--on-cover-dark)' : 'var(--on-cover)';
        return `[data-ground="${ground}"]{--ground:${channels.join(' ')};--on:${caption}}`;
      });
      return `@layer ui{${rules.join('')}}`;
    },
  };
}
