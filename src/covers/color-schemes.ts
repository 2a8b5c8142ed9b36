import type { CategoryId } from '#domain/categories.ts';
import type { ColorScheme } from './drawing-context.ts';

/**
 * Color schemes for covers, by category. Each cover uses one of its category's schemes. The schemes of the categories
 * `eag` and `whc` are in `geometries/ridges.ts` and `geometries/rock-beds.ts`, because they also contain the color of
 * the sky.
 */
export const COLOR_SCHEMES_BY_CATEGORY: Readonly<
  Record<Exclude<CategoryId, 'eag' | 'whc'>, readonly ColorScheme[]>
> = {
  aac: [
    { ground: 'light', inks: ['main', 'accent', 'extra', 'dark'] },
    { ground: 'accent', inks: ['main', 'light', 'dark', 'extra'] },
    { ground: 'dark', inks: ['main', 'accent', 'soft', 'extra'] },
    { ground: 'extra', inks: ['accent', 'main', 'light', 'dark'] },
    { ground: 'soft', inks: ['dark', 'main', 'accent', 'extra'] },
    { ground: 'main', inks: ['accent', 'light', 'dark', 'extra'] },
  ],
  /**
   * Color schemes for the category Applied Wisdom. `inks` contains the colors of a maze's paths, its solution and its
   * background, in this order, unless `chooseColorScheme` shuffles them.
   */
  awd: [
    { ground: 'dark', inks: ['soft', 'accent', 'main'] },
    { ground: 'light', inks: ['main', 'extra', 'soft'] },
    { ground: 'main', inks: ['light', 'accent', 'dark'] },
    { ground: 'accent', inks: ['dark', 'light', 'extra'] },
    { ground: 'soft', inks: ['dark', 'extra', 'light'] },
    { ground: 'extra', inks: ['light', 'accent', 'dark'] },
    { ground: 'dark', inks: ['accent', 'light', 'extra'] },
    { ground: 'light', inks: ['dark', 'accent', 'main'] },
  ],
  haw: [
    { ground: 'light', inks: ['main', 'accent', 'extra', 'dark'] },
    { ground: 'main', inks: ['light', 'accent', 'dark', 'soft'] },
    { ground: 'dark', inks: ['accent', 'main', 'extra', 'light'] },
    { ground: 'extra', inks: ['light', 'dark', 'accent', 'main'] },
    { ground: 'accent', inks: ['dark', 'main', 'light', 'extra'] },
    { ground: 'soft', inks: ['extra', 'main', 'dark', 'light'] },
  ],
  mab: [
    { ground: 'dark', inks: ['soft', 'accent', 'main'] },
    { ground: 'light', inks: ['main', 'accent', 'dark'] },
    { ground: 'main', inks: ['light', 'accent', 'dark'] },
    { ground: 'accent', inks: ['light', 'dark', 'main'] },
    { ground: 'soft', inks: ['dark', 'accent', 'extra'] },
    { ground: 'extra', inks: ['light', 'accent', 'dark'] },
  ],
  nsm: [
    { ground: 'dark', inks: ['accent', 'soft', 'extra'] },
    { ground: 'light', inks: ['main', 'dark', 'extra'] },
    { ground: 'main', inks: ['light', 'accent', 'dark'] },
    { ground: 'accent', inks: ['dark', 'main', 'extra'] },
    { ground: 'soft', inks: ['dark', 'main', 'light'] },
    { ground: 'extra', inks: ['dark', 'light', 'accent'] },
  ],
  /**
   * Color schemes for the category Philosophy & Human Values. `inks` contains the colors of the nested frames from the
   * outermost inward, and then the color of the light in the innermost frame.
   */
  phv: [
    { ground: 'dark', inks: ['main', 'soft', 'light', 'accent'] },
    { ground: 'light', inks: ['soft', 'main', 'dark', 'accent'] },
    { ground: 'accent', inks: ['extra', 'dark', 'main', 'light'] },
    { ground: 'extra', inks: ['accent', 'light', 'soft', 'dark'] },
    { ground: 'main', inks: ['dark', 'extra', 'accent', 'light'] },
    { ground: 'dark', inks: ['extra', 'accent', 'soft', 'light'] },
    { ground: 'light', inks: ['dark', 'extra', 'main', 'accent'] },
    { ground: 'accent', inks: ['main', 'soft', 'dark', 'light'] },
    { ground: 'main', inks: ['soft', 'light', 'dark', 'accent'] },
    { ground: 'soft', inks: ['main', 'dark', 'extra', 'light'] },
  ],
  sag: [
    { ground: 'dark', inks: ['main', 'accent', 'soft', 'extra', 'light'] },
    { ground: 'light', inks: ['main', 'soft', 'accent', 'extra', 'dark'] },
    { ground: 'extra', inks: ['light', 'accent', 'main', 'soft', 'dark'] },
    { ground: 'main', inks: ['light', 'accent', 'dark', 'soft', 'extra'] },
    { ground: 'accent', inks: ['dark', 'main', 'light', 'extra', 'soft'] },
    { ground: 'soft', inks: ['dark', 'light', 'main', 'accent', 'extra'] },
  ],
  tae: [
    { ground: 'dark', inks: ['soft', 'accent', 'main'] },
    { ground: 'light', inks: ['main', 'accent', 'dark'] },
    { ground: 'main', inks: ['light', 'accent', 'dark'] },
    { ground: 'soft', inks: ['dark', 'main', 'accent'] },
    { ground: 'accent', inks: ['dark', 'light', 'main'] },
    { ground: 'extra', inks: ['dark', 'light', 'accent'] },
  ],
};
