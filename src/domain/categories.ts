/**
 * What readers browse by: ten categories, each with eleven to thirteen subcategories, and for every
 * subcategory the three of its own category that lie nearest to it (spec, "Category tree").
 * Ids are three lower-case letters; a subcategory's id is unique within its category.
 * Everything is listed alphabetically by name, which is the order readers see.
 */

/** `[id, name, related]`: the related ids are three subcategories of the same category, nearest first. */
type Row = readonly [id: string, name: string, related: readonly [string, string, string]];

const TREE = [
  {
    id: 'awd',
    name: 'Applied Wisdom',
    subcategories: [
      ['att', 'Attention & Focus', ['hab', 'tim', 'lea']],
      ['com', 'Conversation & Conflict', ['lis', 'neg', 'par']],
      ['cre', 'Creative Practice', ['hab', 'lea', 'att']],
      ['dec', 'Decisions', ['tim', 'sim', 'neg']],
      ['bel', 'Giving & Belonging', ['com', 'mea', 'par']],
      ['hab', 'Habits & Routines', ['tim', 'att', 'lea']],
      ['lea', 'Learning & Memory', ['hab', 'att', 'cre']],
      ['lis', 'Listening & Feedback', ['com', 'par', 'bel']],
      ['neg', 'Negotiation', ['com', 'dec', 'lis']],
      ['par', 'Parenting & Care', ['lis', 'bel', 'com']],
      ['sim', 'Simplicity & Enough', ['mea', 'dec', 'tim']],
      ['tim', 'Time & Planning', ['hab', 'dec', 'att']],
      ['mea', 'Work & Meaning', ['sim', 'tim', 'bel']],
    ],
  },
  {
    id: 'aac',
    name: 'Arts & Communication',
    subcategories: [
      ['arc', 'Architecture', ['des', 'cra', 'vis']],
      ['cra', 'Craft & Materials', ['des', 'vis', 'arc']],
      ['dan', 'Dance & Theatre', ['mus', 'fil', 'lit']],
      ['des', 'Design & Typography', ['vis', 'cra', 'pho']],
      ['fil', 'Film & Animation', ['pho', 'dan', 'lit']],
      ['jou', 'Journalism & Media', ['rhe', 'lan', 'pho']],
      ['lan', 'Language & Linguistics', ['lit', 'rhe', 'tra']],
      ['lit', 'Literature & Poetry', ['lan', 'tra', 'rhe']],
      ['mus', 'Music & Sound', ['dan', 'fil', 'lit']],
      ['vis', 'Painting & Visual Art', ['pho', 'des', 'cra']],
      ['pho', 'Photography', ['vis', 'fil', 'jou']],
      ['rhe', 'Rhetoric & Persuasion', ['lan', 'jou', 'lit']],
      ['tra', 'Translation & Writing Systems', ['lan', 'lit', 'des']],
    ],
  },
  {
    id: 'eag',
    name: 'Economics & Global Systems',
    subcategories: [
      ['beh', 'Behavioural Economics', ['mar', 'inc', 'lab']],
      ['dev', 'Development & Poverty', ['ine', 'lab', 'tra']],
      ['ene', 'Energy & Resources', ['env', 'inf', 'tra']],
      ['env', 'Environmental Economics', ['ene', 'inc', 'dev']],
      ['fin', 'Finance & Banking', ['mon', 'ris', 'mar']],
      ['inc', 'Incentives & Game Theory', ['beh', 'mar', 'env']],
      ['ine', 'Inequality', ['lab', 'dev', 'fin']],
      ['inf', 'Infrastructure & Logistics', ['tra', 'ene', 'mar']],
      ['mar', 'Markets & Prices', ['beh', 'mon', 'inc']],
      ['mon', 'Money & Inflation', ['fin', 'mar', 'ris']],
      ['ris', 'Risk & Insurance', ['fin', 'inc', 'mon']],
      ['tra', 'Trade & Globalization', ['inf', 'dev', 'mar']],
      ['lab', 'Work & Labour', ['ine', 'dev', 'beh']],
    ],
  },
  {
    id: 'haw',
    name: 'Health & Well-being',
    subcategories: [
      ['age', 'Ageing & Longevity', ['hea', 'epi', 'mov']],
      ['epi', 'Epidemics & Public Health', ['imm', 'med', 'his']],
      ['nut', 'Food & Nutrition', ['bod', 'hea', 'mov']],
      ['hea', 'Heart & Circulation', ['mov', 'bod', 'age']],
      ['his', 'History of Medicine', ['med', 'epi', 'imm']],
      ['bod', 'How the Body Works', ['hea', 'imm', 'nut']],
      ['imm', 'Immunity & Infection', ['epi', 'bod', 'med']],
      ['med', 'Medicines & Treatments', ['his', 'imm', 'pai']],
      ['men', 'Mental Health', ['sle', 'str', 'pai']],
      ['mov', 'Movement & Exercise', ['hea', 'bod', 'str']],
      ['pai', 'Pain & the Senses', ['bod', 'med', 'men']],
      ['sle', 'Sleep & Rhythms', ['men', 'str', 'bod']],
      ['str', 'Stress & Recovery', ['men', 'sle', 'mov']],
    ],
  },
  {
    id: 'mab',
    name: 'Mind & Behavior',
    subcategories: [
      ['att', 'Attachment & Relationships', ['soc', 'dev', 'emo']],
      ['bia', 'Biases & Heuristics', ['jud', 'mem', 'per']],
      ['dev', 'Child & Lifespan Development', ['lan', 'att', 'mem']],
      ['con', 'Consciousness', ['per', 'neu', 'emo']],
      ['emo', 'Emotion', ['mot', 'soc', 'con']],
      ['jud', 'Judgment & Choice', ['bia', 'mot', 'soc']],
      ['lan', 'Language & Thought', ['dev', 'per', 'mem']],
      ['mem', 'Memory & Learning', ['neu', 'bia', 'lan']],
      ['mot', 'Motivation & Habit', ['emo', 'jud', 'mem']],
      ['per', 'Perception & Illusion', ['con', 'neu', 'bia']],
      ['pid', 'Personality & Identity', ['mot', 'soc', 'dev']],
      ['soc', 'Social Behavior', ['jud', 'emo', 'pid']],
      ['neu', 'The Brain', ['con', 'mem', 'per']],
    ],
  },
  {
    id: 'nsm',
    name: 'Natural Sciences & Mathematics',
    subcategories: [
      ['ani', 'Animals', ['evo', 'pla', 'eco']],
      ['ast', 'Astronomy & Space', ['phy', 'ear', 'mea']],
      ['che', 'Chemistry', ['phy', 'mea', 'cel']],
      ['ear', 'Earth & Oceans', ['eco', 'ast', 'che']],
      ['eco', 'Ecology', ['ani', 'pla', 'ear']],
      ['evo', 'Evolution', ['ani', 'cel', 'pla']],
      ['cel', 'Genes & Cells', ['evo', 'che', 'pla']],
      ['mat', 'Mathematics', ['pro', 'phy', 'mea']],
      ['mea', 'Measurement', ['phy', 'mat', 'che']],
      ['phy', 'Physics', ['ast', 'mea', 'mat']],
      ['pla', 'Plants & Fungi', ['eco', 'cel', 'evo']],
      ['pro', 'Probability & Statistics', ['mat', 'mea', 'evo']],
      ['wea', 'Weather & Climate', ['ear', 'eco', 'phy']],
    ],
  },
  {
    id: 'phv',
    name: 'Philosophy & Human Values',
    subcategories: [
      ['sto', 'Ancient Schools', ['eth', 'eas', 'mea']],
      ['aes', 'Beauty & Aesthetics', ['mea', 'eth', 'min']],
      ['dea', 'Death & Time', ['mea', 'rel', 'sto']],
      ['eas', 'Eastern Philosophy', ['rel', 'sto', 'min']],
      ['eth', 'Ethics', ['jus', 'fre', 'mea']],
      ['fre', 'Free Will & Responsibility', ['min', 'eth', 'jus']],
      ['jus', 'Justice & Rights', ['eth', 'pol', 'fre']],
      ['kno', 'Knowledge & Doubt', ['log', 'min', 'fre']],
      ['log', 'Logic & Paradox', ['kno', 'min', 'fre']],
      ['mea', 'Meaning & the Good Life', ['eth', 'sto', 'dea']],
      ['min', 'Mind & Self', ['fre', 'kno', 'eas']],
      ['pol', 'Political Philosophy', ['jus', 'eth', 'sto']],
      ['rel', 'Religion & Belief', ['eas', 'dea', 'mea']],
    ],
  },
  {
    id: 'sag',
    name: 'Societies & Governance',
    subcategories: [
      ['bor', 'Borders & Migration', ['nat', 'law', 'ins']],
      ['cit', 'Cities & Planning', ['com', 'pub', 'cus']],
      ['com', 'Communities & Commons', ['cit', 'cus', 'pub']],
      ['cus', 'Customs & Everyday Life', ['com', 'fam', 'cit']],
      ['dem', 'Democracy & Elections', ['ins', 'law', 'par']],
      ['dip', 'Diplomacy & Conflict', ['nat', 'bor', 'law']],
      ['fam', 'Family & Kinship', ['cus', 'edu', 'com']],
      ['ins', 'Institutions & Bureaucracy', ['dem', 'law', 'pub']],
      ['law', 'Law & Courts', ['ins', 'dem', 'dip']],
      ['nat', 'Nations & Identity', ['bor', 'dip', 'cus']],
      ['par', 'Protest & Participation', ['dem', 'com', 'law']],
      ['pub', 'Public Services', ['ins', 'edu', 'cit']],
      ['edu', 'Schools & Education', ['pub', 'fam', 'ins']],
    ],
  },
  {
    id: 'tae',
    name: 'Technology & Engineering',
    subcategories: [
      ['aim', 'AI & Machine Learning', ['sof', 'dat', 'rob']],
      ['bri', 'Bridges & Structures', ['mat', 'fai', 'min']],
      ['com', 'Computing & Hardware', ['sof', 'net', 'dat']],
      ['dat', 'Data & Cryptography', ['net', 'sof', 'aim']],
      ['ene', 'Energy & Power', ['mac', 'mat', 'veh']],
      ['min', 'Everyday Inventions', ['mac', 'mat', 'com']],
      ['fai', 'Failures & Safety', ['bri', 'veh', 'sof']],
      ['mac', 'Machines & Mechanisms', ['rob', 'ene', 'mat']],
      ['mat', 'Materials', ['bri', 'mac', 'ene']],
      ['net', 'Networks & the Internet', ['dat', 'com', 'sof']],
      ['rob', 'Robotics & Automation', ['aim', 'mac', 'sof']],
      ['sof', 'Software', ['com', 'aim', 'dat']],
      ['veh', 'Transport & Flight', ['fai', 'mac', 'ene']],
    ],
  },
  {
    id: 'whc',
    name: 'World History & Civilizations',
    subcategories: [
      ['afr', 'Africa', ['tra', 'emp', 'oce']],
      ['arc', 'Archaeology', ['anc', 'eve', 'ame']],
      ['asi', 'Asia', ['tra', 'emp', 'sci']],
      ['emp', 'Empires', ['anc', 'rev', 'tra']],
      ['eur', 'Europe', ['med', 'rev', 'emp']],
      ['eve', 'Everyday Life in the Past', ['arc', 'med', 'anc']],
      ['sci', 'History of Science & Ideas', ['eve', 'asi', 'med']],
      ['oce', 'Oceania & the Pacific', ['tra', 'arc', 'ame']],
      ['rev', 'Revolutions & Reform', ['eur', 'emp', 'sci']],
      ['ame', 'The Americas', ['arc', 'emp', 'eve']],
      ['anc', 'The Ancient World', ['arc', 'eve', 'emp']],
      ['med', 'The Middle Ages', ['eur', 'eve', 'sci']],
      ['tra', 'Trade & Exploration', ['oce', 'asi', 'afr']],
    ],
  },
] as const satisfies readonly {
  id: string;
  name: string;
  subcategories: readonly Row[];
}[];

export type CategoryId = (typeof TREE)[number]['id'];

export interface Subcategory {
  id: string;
  name: string;
  /** Three ids of the same category, nearest first. */
  related: readonly string[];
}

export interface Category {
  id: CategoryId;
  name: string;
  subcategories: readonly Subcategory[];
}

/** All ten, sorted by name. */
export const CATEGORIES: readonly Category[] = TREE.map(({ id, name, subcategories }) => ({
  id,
  name,
  subcategories: subcategories.map(([sub, subName, related]) => ({
    id: sub,
    name: subName,
    related,
  })),
}));

const byId = new Map<string, Category>(CATEGORIES.map((category) => [category.id, category]));

/** Every category id, in the order of names. */
export const CATEGORY_IDS = TREE.map(({ id }) => id) as [CategoryId, ...CategoryId[]];

/** Thrown by a lookup of an id that does not exist. An internal error: readers never see its text (spec 8). */
export class UnknownCategoryError extends Error {
  override name = 'UnknownCategoryError';
}

/** Whether `id` is one of the ten. */
export function isCategory(id: string): id is CategoryId {
  return byId.has(id);
}

/** Whether `subcategory` exists within `category`. */
export function isSubcategory(category: string, subcategory: string): boolean {
  return byId.get(category)?.subcategories.some(({ id }) => id === subcategory) ?? false;
}

/** The category of that id. Throws {@link UnknownCategoryError}. */
export function categoryOf(id: string): Category {
  const category = byId.get(id);
  if (!category) throw new UnknownCategoryError(`There is no category "${id}".`);
  return category;
}

/** The subcategory of that id within a category. Throws {@link UnknownCategoryError}. */
export function subcategoryOf(category: string, id: string): Subcategory {
  const found = categoryOf(category).subcategories.find((sub) => sub.id === id);
  if (!found)
    throw new UnknownCategoryError(`There is no subcategory "${id}" in category "${category}".`);
  return found;
}
