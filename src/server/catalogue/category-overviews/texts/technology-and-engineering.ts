import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Technology & Engineering. */
export const TECHNOLOGY_AND_ENGINEERING_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  aim: {
    hook: 'what the records left out',
    introduction:
      'A program of the 1990s learned from hospital records that asthma protects people from dying of pneumonia. The records said so, because such patients had gone straight to intensive care. A model knows its data, and the doctors knew why.',
  },
  bri: {
    hook: 'follow the load',
    introduction:
      'Arms pull and sticks push: in 1887 three men, two chairs and some bricks showed why the Forth Bridge would hold. Any structure can be read like that, by asking of each part whether it would rather snap or buckle.',
  },
  com: {
    hook: 'the things under the software',
    introduction:
      'Apollo’s programs were woven by hand, with a wire through a magnetic ring for a one and around it for a zero. Under every computation is an object that somebody had to make, and moving one label could mean weaving a new one.',
  },
  dat: {
    hook: 'how numbers check themselves',
    introduction:
      'Type 90 for 09, and the check digit on most payment cards notices nothing. An adding rule that sees every wrong digit has to miss some swap. To catch them all, Koos Verhoeff used the turns and flips of a pentagon.',
  },
  ene: {
    hook: 'what turns the turbine',
    introduction:
      'Power comes from a difference that wants to even out, such as two levels of water on either side of a wall. Near Seoul such a wall had killed a lake, and the cure was a hole with ten turbines in it.',
  },
  min: {
    hook: 'the thought in ordinary things',
    introduction:
      'How much of a QR code can you ruin? A white patch over 289 squares did not stop one, and a few thin bars did. Its makers had gone through fliers and cardboard boxes to find the pattern that print uses least.',
  },
  fai: {
    hook: 'what broke, and what it taught',
    introduction:
      'In 1967 one steel bar broke, and within a minute or so the Silver Bridge was in the Ohio River. The crack was about a tenth of an inch deep, and out of sight. Safety starts from the question of what else would fall with it.',
  },
  mac: {
    hook: 'how one motion becomes another',
    introduction:
      'A river can only turn a wheel, while the rod of a pump has to go in and out. In a book of 1206 al-Jazari put a peg in a slotted rod, and the circle became a push and a pull. Engines have been making that trade, in one direction or the other, ever since.',
  },
  mat: {
    hook: 'why some things hold together',
    introduction:
      'The white lumps in Roman mortar used to be called bad workmanship, and they may be what mends its cracks. What makes a material strong is often what a crack meets on its way.',
  },
  net: {
    hook: 'the cables we depend on',
    introduction:
      'In January 2022 a volcano tore the one cable that joined Tonga to the rest of the world, and it took 38 days to mend. The internet looks weightless from the shore. Most of what crosses an ocean lies on the bottom.',
  },
  rob: {
    hook: 'what we make of machines like us',
    introduction:
      'The uncanny valley, where a machine looks almost human and people shudder, was drawn in 1970 without one measurement. Tests since then have found it and failed to find it. A robot is judged by its work and, less fairly, by its face.',
  },
  sof: {
    hook: 'small guesses, large results',
    introduction:
      'Type the name of the gene SEPT2, and a spreadsheet makes it the second of September. Programs are full of helpful guesses that were right for the person who wrote them. In this case the genes had to move.',
  },
  veh: {
    hook: 'boats, wings and what they trade away',
    introduction:
      'The flying proa has two bows and no stern, and sails home backwards. One side of its hull is full and the other flat. In a vehicle every oddity pays for another, and the bill comes due when the wind jumps around.',
  },
};
