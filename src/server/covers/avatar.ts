import type { CategoryId } from '#domain/categories.ts';
import { PALETTES } from './palettes.ts';
import { seededRandom } from './random.ts';
import { disc, element, rectangle } from './svg.ts';

/** The portrait of an author, 256 × 256 units. `seed` is the author's id. */
export function drawAvatar({ category, seed }: { category: CategoryId; seed: string }): string {
  const random = seededRandom(`avatar:${category}:${seed}`);
  const palette = PALETTES[category];
  const art =
    rectangle([0, 0], 256, 256, palette.soft) +
    disc([128, 128], random.between(50, 70), palette.main);
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 256 256' }, art);
}
