import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of World History & Civilizations. */
export const WORLD_HISTORY_AND_CIVILIZATIONS_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  afr: {
    hook: 'pasts told by things and by people',
    introduction:
      'Lead keeps the signature of its mine through any number of meltings, even inside a work of art. In the castings of Benin it matches rings of brass that came from Europe, and bought pepper and ivory and human beings on the same coast.',
  },
  arc: {
    hook: 'how old is it, and how do we know?',
    introduction:
      'A pot is dated by the company it keeps, such as the charcoal and bone in the same layer. In a cave in Jiangxi that company may be 20,000 years old, and there were pots in China before there was a harvest.',
  },
  asi: {
    hook: 'who met whom in port',
    introduction:
      'A stone from a drain in Sri Lanka thanks the Buddha, a Hindu god and Islam, each in another language and with much the same gifts. The admiral who sent it came back two years later and carried off the ruler.',
  },
  emp: {
    hook: 'who paid for the roads',
    introduction:
      'With a disc of iron in his hand, a Mongol rider could demand fresh horses and dinner. The disc cost its giver nothing, and the villages along the road paid until people moved away. Power at a distance has to be fed by somebody near.',
  },
  eur: {
    hook: 'a continent in its own handwriting',
    introduction:
      'About the year 100, on Rome’s northern edge, Claudia Severa had a clerk invite her friend to a birthday and then took the pen herself. Her goodbye is on wood as thin as a wafer, in ink that is mostly soot.',
  },
  eve: {
    hook: 'beer, wages and excuses',
    introduction:
      'Horemwia is brewing beer, and a scorpion has bitten Seba: an Egyptian register gives, in red, the reasons why men stayed away from work. Ordinary days leave few records, and many of those were kept to settle the pay.',
  },
  sci: {
    hook: 'what traveled and what didn’t',
    introduction:
      'Beside a moth on plate 45, Maria Sibylla Merian wrote what women in slavery used the flower’s seeds for. Europe took the plant for its hothouses and left the knowledge behind. Ideas need someone who is willing to carry them.',
  },
  oce: {
    hook: 'how to map a sea of islands',
    introduction:
      'Aboard the Endeavour, Tupaia drew more than seventy islands, and with north at the top of his sheet many lie in the wrong place. Put north in the middle, as one reading does, and a course comes out as on a modern map.',
  },
  rev: {
    hook: 'what was declared, and what was kept',
    introduction:
      'Haiti declared its independence on the first of January 1804, and had it in print the same month. By 1952 every search for a copy had failed. One was lying among the letters of a British governor, sent there fresh from the press.',
  },
  ame: {
    hook: 'records kept in cord and on paper',
    introduction:
      'Six knotted khipus have 133 sets of cords, and a Spanish tax list has 132 men. If they count the same people, the way a cord is tied may say where a man belonged, and its color may even be his name.',
  },
  anc: {
    hook: 'known by what it threw away',
    introduction:
      'Down one well in Athens lay 190 votes against the same man, scratched on potsherds, it seems by only fourteen people. Much of antiquity reaches us as rubbish, and rubbish was not written to impress us.',
  },
  med: {
    hook: 'lives on scraps of paper',
    introduction:
      'On the coast of India in 1132, a merchant from Tunisia freed a woman named Ashu, and drafted poems around the deed. We have the sheet because his letters were saved in Cairo. Who she was to him, it does not settle.',
  },
  tra: {
    hook: 'who found the way back',
    introduction:
      'The trade wind carried ships from Mexico to Asia, and for 44 years let none of them return. In 1565 Lope Martín, a free man of African and Portuguese descent, went north for another wind and was the first to get home.',
  },
};
