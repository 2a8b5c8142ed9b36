import type { CategoryId } from './categories.ts';

/**
 * The first sentences of the category introductions. `category-texts.ts` adds further sentences for the pages that list
 * a category's articles. Only the server imports this file.
 */
export const CATEGORY_INTRODUCTIONS: Readonly<Record<CategoryId, string>> = {
  aac: 'How the things people make work on us: a tuning, a letterform, a backdrop, a rhyme, and the people behind them.',
  awd: 'Advice you have heard, put to the test: what was measured about habits, talk, attention and time, and how far each rule carries.',
  eag: 'Money as something that moves: through ports and telephones, across borders and generations, with someone at each end of every bargain.',
  haw: 'Bodies, and what keeps them going: a pulse, a night’s sleep, an epidemic stopped. We explain, but we don’t give medical advice.',
  mab: 'Experiments on minds, read closely: what was done, to whom, what it showed, and what happened when someone tried it again.',
  nsm: 'How we know what we know: one star, one crop, one bird, followed as far as the measurements go.',
  phv: 'Old questions taken one step at a time, from a bridge over the Hao to a tram without brakes, until you can say where you would stop.',
  sag: 'How people run a place together: borders, ballots, rivers and forms, and the small rule that a big one rests on.',
  tae: 'Things that work, opened up: where the load goes, what the code checks, and what the failures taught.',
  whc: 'The past, through what it left behind: a tablet, a knot, a coin, a letter, and who got to write it down.',
};
