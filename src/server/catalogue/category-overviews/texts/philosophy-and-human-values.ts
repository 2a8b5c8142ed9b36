import type { SubcategoryTexts } from './category-text.ts';

/** Page-title endings and introductory texts for the subcategories of Philosophy & Human Values. */
export const PHILOSOPHY_AND_HUMAN_VALUES_SUBCATEGORY_TEXTS: SubcategoryTexts = {
  sto: {
    hook: 'arguments that outlived their cities',
    introduction:
      'If taking a peach is theft, what is taking a country? The school of Mozi asked it in ancient China, and then taught defenders how to hold a city wall. Much ancient philosophy was meant for use.',
  },
  aes: {
    hook: 'what makes a carving good?',
    introduction:
      'Asked which carvings were good and why, Yoruba speakers gave nineteen kinds of reason, with a name for each. Taste can be argued about after all, by people who are willing to say what they see.',
  },
  dea: {
    hook: 'what stays when all is replaced',
    introduction:
      'The shrine at Ise is rebuilt every twenty years, in a line that goes back to 690. How old does that make it? Whatever lasts among people lasts by being handed on, and the hands are replaced as well.',
  },
  eas: {
    hook: 'what do fish enjoy?',
    introduction:
      'Two friends look down at the minnows in a river and argue about whether anyone can know what fish enjoy. It all hangs on one small Chinese word. At the grave of one, the other says that he has had nobody to talk to since.',
  },
  eth: {
    hook: 'where would you stop?',
    introduction:
      'Most people would steer a runaway tram toward one person to save five, and would not hang an innocent man to save the same five. Since 1967 philosophers have tried to say what the difference is.',
  },
  fre: {
    hook: 'who decided, and when?',
    introduction:
      'In 1983 a signal in the brain was seen to rise a third of a second before the wish to move, and free will looked late. Seen from its end, a wandering line rises too. A good deal of blame hangs on which of the two it was.',
  },
  jus: {
    hook: 'who can hold a right?',
    introduction:
      'Since 2017 a river in New Zealand has been a person in law, able to own land and to sue. Companies could do both long before. Who counts is decided by people, and people can be asked for their reasons.',
  },
  kno: {
    hook: 'being right by accident',
    introduction:
      'You glance at a clock that stopped twelve hours ago, and it shows the right time. With a true belief and a good reason for it, do you know what time it is? Three pages that Edmund Gettier printed in 1963 made such luck a problem.',
  },
  log: {
    hook: 'when good steps lead nowhere',
    introduction:
      'Accept every premise of an argument, write down the rule that joins them, and you can still decline to conclude. In 1895 Lewis Carroll let a tortoise do it, and Achilles is still filling his notebook.',
  },
  mea: {
    hook: 'what people live for',
    introduction:
      'In 1957 a psychiatrist began to ask leprosy patients, confined to an island for life, what made theirs worth living. Many with a mild illness were bored. One blind man read his band’s music with lips and tongue.',
  },
  min: {
    hook: 'how do you know that you exist?',
    introduction:
      'Imagine a man made in mid-air, who touches nothing and remembers nothing: would he know that he exists? Avicenna was sure of it. David Hume went to look for himself, and found only heat or hatred and the like.',
  },
  pol: {
    hook: 'rules for people who will cheat',
    introduction:
      'An Indian handbook for kings lists forty ways of robbing the treasury, most of them dull, and takes it for granted that officials will steal. Do good laws need good people? States have been built on both answers.',
  },
  rel: {
    hook: 'what a faith does in practice',
    introduction:
      'A Sikh kitchen serves a free meal to rows of people on the floor, and by sitting down together they break several rules of caste at once. What a faith holds can often be seen in who eats beside whom.',
  },
};
