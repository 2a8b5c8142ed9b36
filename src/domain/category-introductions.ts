import type { CategoryId } from './categories.ts';

/** The introduction at the head of each category, which is also the description of its page for search engines. */
export const CATEGORY_INTRODUCTIONS: Readonly<Record<CategoryId, string>> = {
  aac: 'How made things move us: a tuning, a letterform, a backdrop, a rhyme, and the people who figured them out.',
  awd: 'Advice you’ve heard, put to the test: what studies measured about habits, talk, attention, and time, and how far each rule holds.',
  eag: 'Money on the move: through ports and phone lines, across borders and generations, with someone at each end of every deal.',
  haw: 'Bodies, and what keeps them going: a pulse, a night’s sleep, an epidemic stopped. We explain health; we don’t give advice.',
  mab: 'Experiments on the mind, read closely: what was done, to whom, what it showed, and what happened when someone tried again.',
  nsm: 'How anyone knows: one star, one crop, one bird, followed as far as the measurements go.',
  phv: 'Old questions taken one step at a time, from a bridge over the Hao to a trolley without brakes, until you can say where you’d stop.',
  sag: 'How people run a place together: borders, ballots, rivers, and forms, and the small rule that a large one rests on.',
  tae: 'Things that work, opened up: where the load goes, what the code checks, and what the failures taught us.',
  whc: 'The past through what’s left of it: a tablet, a knot, a coin, a letter, and who got to write it down.',
};
