import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Arts & Communication. */
export const ARTS_AND_COMMUNICATION_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  arc: {
    hook: 'how buildings stand, and who mends them',
    introduction:
      'On the day it is finished, a building is handed over to the weather, and to the people who will mend it. The beams that jut from Djenné’s mud mosque are scaffolding, left in place for the next coat.',
  },
  cra: {
    hook: 'what wood, ink and clay allow',
    introduction:
      'Oak galls and iron made the ink of Europe’s deeds, and the same ink now eats holes in the paper. Every craft is a bargain with a substance that has habits of its own.',
  },
  dan: {
    hook: 'catching what happens on a stage',
    introduction:
      'A leap is over when the feet touch the floor again, so how can anyone own one? Notation, film and the law have each tried to hold on to what a body does on a stage, and something slips past all of them.',
  },
  des: {
    hook: 'the decisions inside a letter',
    introduction:
      'Somebody decided how wide this letter is and how far below it the next line begins. People have quarreled over such decisions to the point of drowning a typeface in the Thames, in the course of some 170 walks.',
  },
  fil: {
    hook: 'how still pictures are made to move',
    introduction:
      'Hinge a figure out of black card, push it on by a fingernail’s width, take a picture, and you have one frame. At twenty-four frames a second, a single minute of film asks for 1,440 of them.',
  },
  jou: {
    hook: 'how the news is made and checked',
    introduction:
      'In 1895 Ida B. Wells argued against lynching with figures that a white newspaper had printed. Much of journalism is like that: the facts are on the page already, and the work is to ask who put them there.',
  },
  lan: {
    hook: 'where grammar comes from',
    introduction:
      'Let deaf children who share no language play in one schoolyard, and they may make one. In Managua, linguists came in time to watch it happen, and found that the youngest signers had the strictest rules.',
  },
  lit: {
    hook: 'what a book does to its readers',
    introduction:
      'Genji dies between two chapters of his own novel, and readers have argued about the gap for centuries. A poem, too, works partly by what it leaves out, down to the word that the rhyme made you expect.',
  },
  mus: {
    hook: 'why some notes throb together',
    introduction:
      'Sound is air pushed to and fro, and two notes that differ by a few vibrations a second will beat against each other. A piano tuner is paid to take that throb out. On Bali, bronze keys are tuned in pairs to put it in.',
  },
  vis: {
    hook: 'where the colors came from',
    introduction:
      'Before there can be a picture there has to be a pigment, and somebody has to be able to pay for it. The blue of the Great Wave was invented in Berlin, and became cheap enough for prints when it came from Canton.',
  },
  pho: {
    hook: 'what the camera keeps',
    introduction:
      'A camera records the curtain as faithfully as the face, and says nothing about the date. Seydou Keïta wrote down none for his portraits of Bamako, but he changed his backdrops every few years, and by now they serve as a calendar.',
  },
  rhe: {
    hook: 'why some words are believed',
    introduction:
      'Change one word of a rhyming proverb, keep its meaning, and people rate it less true. Asked whether the rhyme had swayed them, most of them say no. Persuasion can do its work without being felt.',
  },
  tra: {
    hook: 'speech set down in signs',
    introduction:
      'A script has to choose what to write down, because none of them writes down everything. Korea’s letters for k and n go as far as to draw what your tongue is doing.',
  },
};
