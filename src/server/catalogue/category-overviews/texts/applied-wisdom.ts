import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Applied Wisdom. */
export const APPLIED_WISDOM_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  att: {
    hook: 'why it slips, and when',
    introduction:
      'Watch a plain dial for half an hour, and you will begin to miss what it does. Attention fades on easy tasks as well as hard ones, and people who have done such watching do not call it light work.',
  },
  com: {
    hook: 'what happens between turns',
    introduction:
      'The usual gap between two speakers is a fifth of a second or less, too short even to name a picture in. An answer has to be under way while the other person is still talking, and a “yes” that comes late sounds less willing.',
  },
  cre: {
    hook: 'where ideas come from, counted',
    introduction:
      'Four people in four rooms list more ideas than four people in one, although the one room has more fun. An idea cannot be seen arriving. How many arrive, and under what conditions, can be counted.',
  },
  dec: {
    hook: 'when to change your mind',
    introduction:
      'Is a first answer on a test better left alone? Three in four students believed so. Of 3,291 changed answers that were counted, 51 percent went from wrong to right, and the ones that went the other way hurt enough to be remembered.',
  },
  bel: {
    hook: 'what a gift is for',
    introduction:
      'A present can settle a debt or open one, and it tells everyone who is watching who belongs to whom. On the Trobriand Islands, the women give bundles of banana leaf after a death, and a lifetime of obligations is squared in front of hundreds of people.',
  },
  hab: {
    hook: 'how long they take to stick',
    introduction:
      'In one study the middle volunteer needed 66 days before a new habit ran by itself, and the quickest needed 18. One missed day did no harm worth measuring. The popular three weeks seem to come from a plastic surgeon’s book.',
  },
  lea: {
    hook: 'when to look at it again',
    introduction:
      'How long to wait before a second look depends on when you will need the fact. For a test a year away, the best wait in one large experiment was 18 to 36 days, and looking too soon cost more than looking too late.',
  },
  lis: {
    hook: 'what helps, what backfires',
    introduction:
      'Tell people how they did, and on average they do better the next time. In more than a third of 607 tests they did worse, and whether the news had been good or bad made little difference.',
  },
  neg: {
    hook: 'who should name the first price',
    introduction:
      'The first number spoken pulls the other side’s guess toward it, and the middle of the deal comes along. A price of 19.75 can bring in more than a price of 20, for it sounds as if somebody had done a sum.',
  },
  par: {
    hook: 'who holds the baby',
    introduction:
      'At four months, babies of the Efe in the Ituri forest were with people other than their mothers for most of the day. Every society raises children, and few agree on whose arms are the right ones.',
  },
  sim: {
    hook: 'the case for taking away',
    introduction:
      'Asked to steady a toy roof, most people paid for extra bricks, although taking one away was free. Subtraction is easy to overlook, and a hint is often enough to bring it to mind.',
  },
  tim: {
    hook: 'where calendars and plans go wrong',
    introduction:
      'Ten panels of fence need eleven posts, and calendars have tripped over the same sum. In 36 years Rome put in twelve leap days where nine were due, and Augustus had to go without any for the next twelve.',
  },
  mea: {
    hook: 'what a job gives besides pay',
    introduction:
      'For peace of mind, in a British survey, eight paid hours a week did about as much as forty-eight. A job pays in more than money: it comes with workmates, and with something to say when strangers ask what you do.',
  },
};
