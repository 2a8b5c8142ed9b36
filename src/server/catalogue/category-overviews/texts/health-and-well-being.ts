import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Health & Well-being. */
export const HEALTH_AND_WELL_BEING_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  age: {
    hook: 'how old is a body?',
    introduction:
      'A formula reads your age from 353 chemical marks on your DNA, half of the time to within 3.6 years. What the marks keep count of is less clear, and a good part of it may be chance piling up.',
  },
  epi: {
    hook: 'how outbreaks are stopped',
    introduction:
      'Does it travel by flea or by breath? In the plague of 1910 in Harbin, the answer decided what a doctor put over his face. An epidemic asks its questions before the proof is in, and the measures have to be chosen all the same.',
  },
  nut: {
    hook: 'right meals, wrong reasons',
    introduction:
      'Japan’s navy rid itself of beriberi with a mistaken theory about protein, while the army looked for a germ and went on losing men. What the white rice lacked was a vitamin, and vitamins were not known yet.',
  },
  hea: {
    hook: 'where the blood goes, and who saw it',
    introduction:
      'Galen’s medicine needed blood to seep through a solid wall inside the heart. In the thirteenth century a doctor in Cairo wrote that the wall has no openings, and sent the blood around by way of the lungs.',
  },
  his: {
    hook: 'cures that came before proof',
    introduction:
      'Before there were vaccines, people were given smallpox on purpose, in the hope of a mild case. Boston learned of it from Onesimus, an enslaved African, and of one surgeon’s 247 patients one in 41 died, against one in seven of the others who fell ill.',
  },
  bod: {
    hook: 'what it holds in reserve',
    introduction:
      'Hold your breath, and your spleen squeezes spare red cells into the blood. In the Bajau of Sulawesi, famous for their diving, it is half as large again as in their neighbors, and that includes the Bajau who leave it to others.',
  },
  imm: {
    hook: 'what a body learns to fight',
    introduction:
      'The same birches stand on both sides of a border, and 27 percent of pupils reacted to their pollen on one side, 2 percent on the other. A body has to learn what to leave alone, and how people live seems to change the lesson.',
  },
  med: {
    hook: 'from an old recipe to a tested drug',
    introduction:
      'A handbook of the fourth century says to soak wormwood, wring out the juice and drink it, and it led Tu Youyou to a malaria drug in 1971. Between a remedy and a medicine lie the tests. Three of the researchers were the first to swallow it.',
  },
  men: {
    hook: 'what helps, and how it was tested',
    introduction:
      'In Harare the consulting room is a wooden bench outdoors, and the person listening is a trained grandmother. In a trial, 14 percent of her visitors scored as depressed after six months; with the usual care it was 50 percent.',
  },
  mov: {
    hook: 'where the calories go',
    introduction:
      'The Hadza walk for every meal, and by a careful measurement they burn no more than Westerners of their size. Their legs are no thriftier than ours. Whether the body saves the energy elsewhere is still argued over.',
  },
  pai: {
    hook: 'more than five ways to know',
    introduction:
      'There are more senses than five, and some of them do their work unnoticed. Mice without rods or cones still knew when it was morning, by a pigment first found in the skin of a frog, and pain, the most private sense, has no single organ at all.',
  },
  sle: {
    hook: 'where the body keeps its clock',
    introduction:
      'One hamster began its evenings two hours early, and its descendants helped to show where the body keeps its clock. Most of us run a little slow, and every morning the light puts us right.',
  },
  str: {
    hook: 'what wears a body down',
    introduction:
      'Tainted meat killed the fiercest males of a baboon troop in Kenya, and ten years later, with every male a newcomer, the troop was still gentle. Stress can be measured in the blood, and much of it comes from company.',
  },
};
