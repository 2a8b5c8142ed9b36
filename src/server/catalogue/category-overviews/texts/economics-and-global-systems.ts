import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Economics & Global Systems. */
export const ECONOMICS_AND_GLOBAL_SYSTEMS_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  beh: {
    hook: 'why we tie our own hands',
    introduction:
      'A bank in the Philippines offered an account that would refuse to give the money back, and 202 of 710 people wanted it. Behavioral economics begins there, with customers who know their own weaknesses.',
  },
  dev: {
    hook: 'where a cash gift goes next',
    introduction:
      'What happens to a village when some of its households are given a thousand dollars each? In Siaya, in Kenya, the neighbors who had received nothing were consuming more as well, a year and a half later, and prices had hardly moved.',
  },
  ene: {
    hook: 'who gets the power from a dam',
    introduction:
      'Half of the generators at the Itaipu dam beat 50 times a second, for Paraguay, and half beat 60 times, for Brazil. Power has an owner and a price even while it is in the wire, and to change sides it is flattened into direct current first.',
  },
  env: {
    hook: 'when harm has a price',
    introduction:
      'Burning a waste gas earned so many carbon credits that factories had a reason to make more of the gas. A price on harm is seen by everyone, and some of those who see it can make more of the harm.',
  },
  fin: {
    hook: 'bets on time, and who takes them',
    introduction:
      'In 1777 France sold yearly payments for as long as some named person lived, at one price for any age. Geneva’s bankers drew up lists of healthy girls. Finance sells the future, and the small print is where it is priced.',
  },
  inc: {
    hook: 'when a fine becomes a fee',
    introduction:
      'Six nurseries in Haifa began to fine parents who came late, and got about twice as much lateness. What had been a duty was now for sale, and when the fine was dropped, the duty stayed away.',
  },
  ine: {
    hook: 'what the famous charts leave out',
    introduction:
      'A curve in the shape of an elephant seemed to show who had gained from globalization, and who had not. It compared the rungs of a ladder over twenty years. The people on the rungs had changed.',
  },
  inf: {
    hook: 'how goods get through, or stuck',
    introduction:
      'Most of the world’s goods pass through a few narrow places, which are noticed when they close. In 1967 war shut fourteen ships into the Suez Canal, and lawyers had to say at what point a delay becomes a loss.',
  },
  mar: {
    hook: 'how a price finds its way',
    introduction:
      'A price is a piece of news, and it is worth nothing where it cannot be heard. Off Kerala, sardines were dumped at one beach while buyers stood waiting at the next; then came telephones, and boats earned more while fish got cheaper.',
  },
  mon: {
    hook: 'why a piece of paper buys rice',
    introduction:
      'After Somalia lost its central bank, its notes went on buying rice, and so did the forgeries. People take money because the next person will take it, and each load of new notes takes a little off the value of the rest.',
  },
  ris: {
    hook: 'who pays when the ship goes down',
    introduction:
      'A ring with a line through it, on a ship’s side, says how deep she may be loaded. When Parliament first ordered a line in the 1870s, the owner chose the height, and some owners put it four feet above the water.',
  },
  tra: {
    hook: 'how one spice crossed the world',
    introduction:
      'Vanilla comes from Mexico, and most of the world’s pods are grown an ocean away from there. Each flower has to be pressed by hand, in a way that an enslaved boy on Réunion showed to his planter, and a kilogram stands for some 350 flowers.',
  },
  lab: {
    hook: 'what a job changes, and what it doesn’t',
    introduction:
      'Does a factory job lift people out of poverty? Five firms in Ethiopia let a lottery decide who was offered one. A year later the offer had changed neither income nor employment, and most who had taken such a job had left it.',
  },
};
