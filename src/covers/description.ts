import type { CategoryId } from '#domain/categories.ts';
import { getLayoutIndex } from './cover.ts';
import type { PaletteColorKey } from './palettes.ts';

/** Descriptions of each category's layouts, in the order of the layouts. */
const LAYOUT_DESCRIPTIONS: Readonly<Record<CategoryId, readonly string[]>> = {
  aac: [
    'quarter discs, half discs and screens of dots on a stage of squares',
    'arcs around one center, like sound leaving its source',
    'overlapping discs, each printed in a screen of its own',
    'a great ringed disc, cut across and slid along the cut',
    'a sphere made of dots, lit from one side',
    'half discs, balls and beams balanced on one another',
  ],
  awd: [
    'a round maze with the way to its heart marked',
    'a maze cut into a slab',
    'two paths wound about one another',
    'a labyrinth of a single path',
    'a garden maze with standing hedges, seen from a hill',
    'walls around walls, with one opening in each',
  ],
  eag: [
    'rounded hills of a distribution, one behind another',
    'mountain ranges with a lit and a shaded side',
    'stepped towers, as prices move or a city stands',
    'streams that widen and narrow as they pass one another',
    'dunes, each lit along its crest',
  ],
  haw: [
    'lines that part around a disc and close below it',
    'lines that rise together, part at the top and fall',
    'ribbons that swell and narrow',
    'short strokes that follow one current',
    'translucent discs opening around a center',
    'half discs that rise and set along a shore',
  ],
  mab: [
    'ripples from two sources that cross each other',
    'one great ripple, bent by a lens',
    'a plane of lines lifted by waves',
    'ripples spreading from a horizon',
    'tapering stripes that turn inside out within discs',
  ],
  nsm: [
    'the seeds of a sunflower head, colored along their spirals',
    'petals, each turned a little on from the last',
    'closed curves, one turned inside another',
    'a golden spiral of squares and quarter discs',
    'bodies on tilted orbits',
    'a shell of growing chambers',
  ],
  phv: [
    'frames within frames, turning as they narrow',
    'arches within arches, with light at the end',
    'squares within squares that share a foot',
    'a wall of windows, one of them lit',
    'a stair that narrows to an opening',
  ],
  sag: [
    'cells in groups of one color, like countries on a map',
    'small cells about a center, widening into provinces',
    'cells divided between two colors',
    'a few large cells, fenced again and again',
    'rows of seats around a lectern',
    'a town from above, with streets and a square',
  ],
  tae: [
    'quarter arcs joined into one long pipe',
    'parallel tracks that turn together, as on a circuit board',
    'half tiles, some of them lit in a path',
    'tiles of ribbons that turn at every edge',
    'blocks seen from above at an angle',
  ],
  whc: [
    'layers of rock, broken and slipped',
    'an island in contour lines',
    'a ringed disc, half in the ground',
    'folded layers of rock',
    'the walls of a canyon, with light at its end',
    'a mound of terraces, one age on another',
  ],
};

/** Color names for the palette of each category. */
const COLOR_NAMES: Readonly<Record<CategoryId, Readonly<Record<PaletteColorKey, string>>>> = {
  aac: {
    dark: 'plum',
    main: 'magenta',
    accent: 'yellow',
    soft: 'pink',
    light: 'cream',
    extra: 'blue',
  },
  awd: {
    dark: 'dark olive',
    main: 'olive',
    accent: 'orange',
    soft: 'pale olive',
    light: 'cream',
    extra: 'rust',
  },
  eag: {
    dark: 'forest green',
    main: 'green',
    accent: 'marigold',
    soft: 'sage',
    light: 'straw',
    extra: 'orange',
  },
  haw: {
    dark: 'maroon',
    main: 'rose',
    accent: 'peach',
    soft: 'blush',
    light: 'cream',
    extra: 'gray-green',
  },
  mab: {
    dark: 'deep violet',
    main: 'violet',
    accent: 'coral',
    soft: 'lilac',
    light: 'cream',
    extra: 'sea blue',
  },
  nsm: {
    dark: 'deep teal',
    main: 'teal',
    accent: 'yellow',
    soft: 'pale teal',
    light: 'ivory',
    extra: 'coral',
  },
  phv: {
    dark: 'navy',
    main: 'slate blue',
    accent: 'ochre',
    soft: 'blue-gray',
    light: 'parchment',
    extra: 'brick red',
  },
  sag: {
    dark: 'aubergine',
    main: 'crimson',
    accent: 'amber',
    soft: 'dusty pink',
    light: 'cream',
    extra: 'steel blue',
  },
  tae: {
    dark: 'navy',
    main: 'cobalt',
    accent: 'orange',
    soft: 'sky blue',
    light: 'off-white',
    extra: 'turquoise',
  },
  whc: {
    dark: 'dark brown',
    main: 'terracotta',
    accent: 'sand',
    soft: 'tan',
    light: 'parchment',
    extra: 'gray-green',
  },
};

/**
 * Describes a drawn cover for people who cannot see it: "Drawing of two paths wound about one another, on dark olive".
 * `ground` is the ID of the cover's background color (`domain/cover-grounds.ts`).
 */
export function createCoverAltText(category: CategoryId, variant: number, ground: string): string {
  const ink = ground.slice(ground.indexOf('-') + 1) as PaletteColorKey;
  return `Drawing of ${LAYOUT_DESCRIPTIONS[category][getLayoutIndex(category, variant)]}, on ${COLOR_NAMES[category][ink]}`;
}
