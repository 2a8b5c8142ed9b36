import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Mind & Behavior. */
export const MIND_AND_BEHAVIOR_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  att: {
    hook: 'what a reunion shows',
    introduction:
      'The best-known test of attachment upsets a one-year-old a little, and watches the reunion. It was made in Baltimore; in Sapporo the step in which the baby is left alone changed how the whole test came out.',
  },
  bia: {
    hook: 'shortcuts, and who takes them',
    introduction:
      'For decades the hot hand in basketball was a textbook case of an illusion. Then someone looked again at what a fair coin does in four tosses, and the fans may have been nearer the truth than the textbook.',
  },
  dev: {
    hook: 'learning by falling',
    introduction:
      'Babies who are learning to walk fall 17 times an hour, by a count from film, and fuss after four falls in a hundred. Much of a life is learned that way, though the later falls are harder to film.',
  },
  con: {
    hook: 'who is awake in there?',
    introduction:
      'Keep the muscle relaxant out of one hand, and a few patients under anesthetic will squeeze it when they are asked to. Afterward they recall nothing. A doctor can ask about memory later; about being conscious, only there and then.',
  },
  emo: {
    hook: 'how much of it is in the face?',
    introduction:
      'Shown faces, and given no words to choose from, Himba people piled the smiles together and mixed the scowls with the pouts. How much of a feeling is in the face, and how much in the word for it, can be tested.',
  },
  jud: {
    hook: 'what we weigh, and what we refuse',
    introduction:
      'In seven countries children gave up sweets rather than take the smaller share, and in three of them older children also turned down the larger. Every choice weighs something, and a wooden machine can show what it was.',
  },
  lan: {
    hook: 'do words change what we notice?',
    introduction:
      'In Guugu Yimithirr there may be an ant south of your foot, and the person beside you on the car seat is asked to move over to the east. To speak it well is to keep track of north all day long.',
  },
  mem: {
    hook: 'how we forget, and what stays',
    introduction:
      'Ebbinghaus learned nonsense by heart to find out how fast he would lose it, and one dot on his curve sat higher than it should. Some 130 years later a volunteer in Amsterdam repeated the labor, and most probably it did so again.',
  },
  mot: {
    hook: 'who waits for the second treat',
    introduction:
      'Promised a second treat, 53 of 76 Nso children in Cameroon waited the ten minutes, and most of them hardly struggled. Patience may be less a strength than a practice, and what people practice differs from place to place.',
  },
  per: {
    hook: 'why equal lines look unequal',
    introduction:
      'Two equal lines look unequal, and they go on looking so beside a ruler. How far they fool you may depend on where you grew up: from group to group the error has run from about 20 percent to less than 2.',
  },
  pid: {
    hook: 'how many traits are you?',
    introduction:
      'Do people differ by the same five traits of character everywhere on Earth? Read to 632 adults in the lowlands of Bolivia, the usual list fell into two: how good your company is, and how hard you work.',
  },
  soc: {
    hook: 'what people do when others watch',
    introduction:
      'In a laboratory each person helps more slowly when others are listening. On film from streets in three countries, somebody stepped in at nine conflicts out of ten, and the more people stood by, the likelier it was.',
  },
  neu: {
    hook: 'how to count what thinks',
    introduction:
      'Textbooks gave the brain a hundred billion nerve cells, and none of them said who had counted. To find out, a laboratory in Rio de Janeiro ground four brains to a soup of nuclei, and came to 86 billion on average.',
  },
};
