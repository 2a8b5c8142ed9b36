import type { CategoryId } from './categories.ts';

/** What a newcomer to a category reads at its head, and who finds it from elsewhere reads of it. */
export const CATEGORY_INTRODUCTIONS: Readonly<Record<CategoryId, string>> = {
  aac: 'How things made by hand and mouth do their work on us: a tuning, a letterform, a backdrop, a rhyme, and the people who worked them out.',
  awd: 'Advice you have heard, put to the test: what was measured about habits, talk, attention and time, and how far each rule carries.',
  eag: 'Money as something that moves: through ports and telephones, across borders and generations, with somebody at each end of every bargain.',
  haw: 'Bodies, and what keeps them going: a pulse, a night’s sleep, an epidemic stopped. Explained here, never advised.',
  mab: 'Experiments on minds, read closely: what was done, to whom, what it showed, and what came of it when somebody tried again.',
  nsm: 'How anyone knows: one star, one crop, one bird, followed as far as the measurements go.',
  phv: 'Old questions taken one step at a time, from a bridge over the Hao to a tram without brakes, until you can say where you would stop.',
  sag: 'How people run a place together: borders, ballots, rivers and forms, and the small rule on which a large one rests.',
  tae: 'Things that work, opened up: where the load goes, what the code checks, and what the failures taught.',
  whc: 'The past through what is left of it: a tablet, a knot, a coin, a letter, and who got to write it down.',
};
