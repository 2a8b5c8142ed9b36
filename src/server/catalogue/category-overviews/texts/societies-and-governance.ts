import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Societies & Governance. */
export const SOCIETIES_AND_GOVERNANCE_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  bor: {
    hook: 'who draws the line, who crosses it',
    introduction:
      'Until 2015 there were patches of India inside Bangladesh inside India, where people had to cross a border to get the passport they needed to cross it. What is a line to the state can be a daily errand to a farmer.',
  },
  cit: {
    hook: 'what a cable car can change',
    introduction:
      'In 2004 Medellín hung a cable car over one of its poorest hillsides, and killings there fell. They fell elsewhere in the city, too. To say what a plan has done, you need the neighborhoods where it was not carried out.',
  },
  com: {
    hook: 'how people share what runs out',
    introduction:
      'If the rice farmers of a valley plant when they like, pests move from field to field; if all plant together, everyone wants the water in one week. Bali’s temples kept the balance. When planners had the farmers plant without them, the pests came.',
  },
  cus: {
    hook: 'why we all keep to one side',
    introduction:
      'At six one morning in 2009, every car in Samoa moved over to the left. Either side of a road is as good as the other, and that is the strength of a custom: it holds because each of us expects the rest to keep it.',
  },
  dem: {
    hook: 'how a vote is cast and counted',
    introduction:
      'A Gambian voter drops a glass marble into a drum, and it rings a bell. Two rings would give a cheat away. Elections rest on rules of that size, such as the one that keeps bicycles away from the polling station.',
  },
  dip: {
    hook: 'how states settle their quarrels',
    introduction:
      'A Finnish lighthouse stood on Swedish rock for a hundred years, nearly all of them without a quarrel. Then the frontier was bent around it, with as much land and shore for each side as before. Peace is often a matter of surveyors.',
  },
  fam: {
    hook: 'who counts as kin',
    introduction:
      'To be adopted in Japan, an adult needs a form, two witnesses and a parent who is older. Family firms have found heirs that way. In firms listed after the war, the adopted ones did better on average than the born ones.',
  },
  ins: {
    hook: 'when the form is wrong',
    introduction:
      'Lal Bihari asked for a copy of his land record and learned that he was dead. It took him almost eighteen years to have it corrected. An office knows its paper, and on paper a person can vanish.',
  },
  law: {
    hook: 'what happens before the verdict',
    introduction:
      'Japan’s courts convict almost everyone, and the reason is in the prosecutor’s office, where doubtful cases are dropped before a judge can see them. A rate means little until you know what was left out of it.',
  },
  nat: {
    hook: 'how a country draws itself',
    introduction:
      'Nepal’s constitution explains in 24 steps how to draw the flag, and at the third no ruler will help you. A nation is an agreement among strangers, and some of the clauses are about string.',
  },
  par: {
    hook: 'what people do to be heard',
    introduction:
      'In 1929 a man told Nwanyeruwa to count her household, she asked about his mother, and a women’s war on the courts of two provinces followed. Their penalty was old and loud: to dance and sing at a man’s house until he gives his word.',
  },
  pub: {
    hook: 'who decides where the pipes go',
    introduction:
      'In Porto Alegre people met in gyms to rank what their streets lacked, and a formula that anyone could repeat turned the ranks into sewers. Where towns budgeted like that, more was spent on sanitation and fewer babies died.',
  },
  edu: {
    hook: 'what brings a teacher to class',
    introduction:
      'Two dated photographs a day halved the absence of teachers in Indian village schools, from 42 percent to 21. Their pay followed the pictures. In Uganda somebody only watched, and it did nothing.',
  },
};
