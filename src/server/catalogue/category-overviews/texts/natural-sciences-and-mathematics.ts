import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Natural Sciences & Mathematics. */
export const NATURAL_SCIENCES_AND_MATHEMATICS_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  ani: {
    hook: 'how they travel, and who followed',
    introduction:
      'A godwit left Alaska and came down in New Zealand after 11,680 kilometers without landing. Birds ready for that journey carry more fat than anything else, and smaller guts than before. To know an animal, weigh it.',
  },
  ast: {
    hook: 'how far away is that star?',
    introduction:
      'Does a star look faint because it is dim, or because it is far away from us? Henrietta Leavitt found stars whose slow pulse gives away how bright they are, and with her line through 25 of them others could measure beyond our galaxy.',
  },
  che: {
    hook: 'how an element is made and known',
    introduction:
      'Zinc has 30 protons and bismuth has 83, and if they can be made to stick, the result is an element that was not there before. It took nine years to get three atoms of it, and they earned a place in the periodic table.',
  },
  ear: {
    hook: 'what lies under the sea',
    introduction:
      'Marie Tharp drew the floor of the Atlantic from the soundings of ships that would not let her aboard. Along the crest of its ridge ran a notch, and the notch turned out to be a seam at which the seafloor pulls apart.',
  },
  eco: {
    hook: 'what happens when one link changes',
    introduction:
      'Cattle near the Serengeti were vaccinated, wildebeest multiplied, and trees grew back where the grass had been eaten too short to burn. Nature is full of such chains. The hard part is to find the link at which one of them stops.',
  },
  evo: {
    hook: 'change quick enough to watch',
    introduction:
      'On the island of Kauai a fly finds male crickets by their song, and within twenty generations most males had fallen silent. Evolution can be quick, and it leaves things behind: the silent ones still go through the strokes.',
  },
  cel: {
    hook: 'what the code remembers',
    introduction:
      'In 1987 a team in Osaka found nearly the same 29 letters five times over in the DNA of a bacterium, and knew no reason. Between such repeats bacteria file scraps of the viruses that attack them. The tool made from this is called CRISPR.',
  },
  mat: {
    hook: 'shapes and proofs, with a pencil',
    introduction:
      'There is mathematics that can be done with scissors and card, and some of it is new. The hat, a tile that covers a floor of any size without ever repeating its pattern, was found by a retired print technician after others had looked for half a century.',
  },
  mea: {
    hook: 'how anyone knows a number',
    introduction:
      'Can you weigh the Earth? Hang a plumb line beside a mountain, and see how far the mountain draws it aside. At Schiehallion in 1774 the bob moved by less than a tenth of a millimeter, and the stars gave it away.',
  },
  phy: {
    hook: 'how sure is sure enough?',
    introduction:
      'In 2011 neutrinos were clocked outrunning light by 60.7 billionths of a second, with error bars that all but ruled out chance. A connector had not been pushed all the way in. An experiment is only as good as the part that was not checked.',
  },
  pla: {
    hook: 'lives that run on slow clocks',
    introduction:
      'One bamboo of northeast India flowers about every 48 years and then dies, and when the rats have finished its fruit they walk out into the rice. Plants can keep a secret for longer than anyone keeps a notebook.',
  },
  pro: {
    hook: 'what a throw of dice can tell',
    introduction:
      'A few plots drawn by lot can measure a province’s harvest better than clerks who visit every field. Throw the dice four times as often, and the error of chance is halved. The error of a clerk who skips the muddy row stays as it was.',
  },
  wea: {
    hook: 'what the air gives away',
    introduction:
      'Looking for a sign of India’s monsoon, Gilbert Walker had the weather of the whole world correlated by hand. He found a seesaw of air pressure between two oceans, which shows itself only when the rains are over.',
  },
};
