/**
 * Ten categories, each with thirteen subcategories (spec, "Category tree"). IDs consist of three lower-case letters. A
 * subcategory's ID is unique within its category. Categories and subcategories are sorted by name, and readers see them
 * in this order. Related subcategories are in `related-subcategories.ts`, because only the server needs them.
 */

type Row = readonly [id: string, name: string];

const TREE = [
  {
    id: 'awd',
    name: 'Applied Wisdom',
    subcategories: [
      ['att', 'Attention & Focus'],
      ['com', 'Conversation & Conflict'],
      ['cre', 'Creative Practice'],
      ['dec', 'Decisions'],
      ['bel', 'Giving & Belonging'],
      ['hab', 'Habits & Routines'],
      ['lea', 'Learning & Memory'],
      ['lis', 'Listening & Feedback'],
      ['neg', 'Negotiation'],
      ['par', 'Parenting & Care'],
      ['sim', 'Simplicity & Enough'],
      ['tim', 'Time & Planning'],
      ['mea', 'Work & Meaning'],
    ],
  },
  {
    id: 'aac',
    name: 'Arts & Communication',
    subcategories: [
      ['arc', 'Architecture'],
      ['cra', 'Craft & Materials'],
      ['dan', 'Dance & Theater'],
      ['des', 'Design & Typography'],
      ['fil', 'Film & Animation'],
      ['jou', 'Journalism & Media'],
      ['lan', 'Language & Linguistics'],
      ['lit', 'Literature & Poetry'],
      ['mus', 'Music & Sound'],
      ['vis', 'Painting & Visual Art'],
      ['pho', 'Photography'],
      ['rhe', 'Rhetoric & Persuasion'],
      ['tra', 'Translation & Writing Systems'],
    ],
  },
  {
    id: 'eag',
    name: 'Economics & Global Systems',
    subcategories: [
      ['beh', 'Behavioral Economics'],
      ['dev', 'Development & Poverty'],
      ['ene', 'Energy & Resources'],
      ['env', 'Environmental Economics'],
      ['fin', 'Finance & Banking'],
      ['inc', 'Incentives & Game Theory'],
      ['ine', 'Inequality'],
      ['inf', 'Infrastructure & Logistics'],
      ['mar', 'Markets & Prices'],
      ['mon', 'Money & Inflation'],
      ['ris', 'Risk & Insurance'],
      ['tra', 'Trade & Globalization'],
      ['lab', 'Work & Labor'],
    ],
  },
  {
    id: 'haw',
    name: 'Health & Well-being',
    subcategories: [
      ['age', 'Aging & Longevity'],
      ['epi', 'Epidemics & Public Health'],
      ['nut', 'Food & Nutrition'],
      ['hea', 'Heart & Circulation'],
      ['his', 'History of Medicine'],
      ['bod', 'How the Body Works'],
      ['imm', 'Immunity & Infection'],
      ['med', 'Medicines & Treatments'],
      ['men', 'Mental Health'],
      ['mov', 'Movement & Exercise'],
      ['pai', 'Pain & the Senses'],
      ['sle', 'Sleep & Rhythms'],
      ['str', 'Stress & Recovery'],
    ],
  },
  {
    id: 'mab',
    name: 'Mind & Behavior',
    subcategories: [
      ['att', 'Attachment & Relationships'],
      ['bia', 'Biases & Heuristics'],
      ['dev', 'Child & Lifespan Development'],
      ['con', 'Consciousness'],
      ['emo', 'Emotion'],
      ['jud', 'Judgment & Choice'],
      ['lan', 'Language & Thought'],
      ['mem', 'Memory & Learning'],
      ['mot', 'Motivation & Habit'],
      ['per', 'Perception & Illusion'],
      ['pid', 'Personality & Identity'],
      ['soc', 'Social Behavior'],
      ['neu', 'The Brain'],
    ],
  },
  {
    id: 'nsm',
    name: 'Natural Sciences & Mathematics',
    subcategories: [
      ['ani', 'Animals'],
      ['ast', 'Astronomy & Space'],
      ['che', 'Chemistry'],
      ['ear', 'Earth & Oceans'],
      ['eco', 'Ecology'],
      ['evo', 'Evolution'],
      ['cel', 'Genes & Cells'],
      ['mat', 'Mathematics'],
      ['mea', 'Measurement'],
      ['phy', 'Physics'],
      ['pla', 'Plants & Fungi'],
      ['pro', 'Probability & Statistics'],
      ['wea', 'Weather & Climate'],
    ],
  },
  {
    id: 'phv',
    name: 'Philosophy & Human Values',
    subcategories: [
      ['sto', 'Ancient Schools'],
      ['aes', 'Beauty & Aesthetics'],
      ['dea', 'Death & Time'],
      ['eas', 'Eastern Philosophy'],
      ['eth', 'Ethics'],
      ['fre', 'Free Will & Responsibility'],
      ['jus', 'Justice & Rights'],
      ['kno', 'Knowledge & Doubt'],
      ['log', 'Logic & Paradox'],
      ['mea', 'Meaning & the Good Life'],
      ['min', 'Mind & Self'],
      ['pol', 'Political Philosophy'],
      ['rel', 'Religion & Belief'],
    ],
  },
  {
    id: 'sag',
    name: 'Societies & Governance',
    subcategories: [
      ['bor', 'Borders & Migration'],
      ['cit', 'Cities & Planning'],
      ['com', 'Communities & Commons'],
      ['cus', 'Customs & Everyday Life'],
      ['dem', 'Democracy & Elections'],
      ['dip', 'Diplomacy & Conflict'],
      ['fam', 'Family & Kinship'],
      ['ins', 'Institutions & Bureaucracy'],
      ['law', 'Law & Courts'],
      ['nat', 'Nations & Identity'],
      ['par', 'Protest & Participation'],
      ['pub', 'Public Services'],
      ['edu', 'Schools & Education'],
    ],
  },
  {
    id: 'tae',
    name: 'Technology & Engineering',
    subcategories: [
      ['aim', 'AI & Machine Learning'],
      ['bri', 'Bridges & Structures'],
      ['com', 'Computing & Hardware'],
      ['dat', 'Data & Cryptography'],
      ['ene', 'Energy & Power'],
      ['min', 'Everyday Inventions'],
      ['fai', 'Failures & Safety'],
      ['mac', 'Machines & Mechanisms'],
      ['mat', 'Materials'],
      ['net', 'Networks & the Internet'],
      ['rob', 'Robotics & Automation'],
      ['sof', 'Software'],
      ['veh', 'Transport & Flight'],
    ],
  },
  {
    id: 'whc',
    name: 'World History & Civilizations',
    subcategories: [
      ['afr', 'Africa'],
      ['arc', 'Archaeology'],
      ['asi', 'Asia'],
      ['emp', 'Empires'],
      ['eur', 'Europe'],
      ['eve', 'Everyday Life in the Past'],
      ['sci', 'History of Science & Ideas'],
      ['oce', 'Oceania & the Pacific'],
      ['rev', 'Revolutions & Reform'],
      ['ame', 'The Americas'],
      ['anc', 'The Ancient World'],
      ['med', 'The Middle Ages'],
      ['tra', 'Trade & Exploration'],
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
}

export interface Category {
  id: CategoryId;
  name: string;
  subcategories: readonly Subcategory[];
}

/** All categories, sorted by name. */
export const CATEGORIES: readonly Category[] = TREE.map(({ id, name, subcategories }) => ({
  id,
  name,
  subcategories: subcategories.map(([sub, subName]) => ({ id: sub, name: subName })),
}));

const categoriesById = new Map<string, Category>(
  CATEGORIES.map((category) => [category.id, category]),
);

/** IDs of all categories, sorted by category name. */
export const CATEGORY_IDS = TREE.map(({ id }) => id) as [CategoryId, ...CategoryId[]];

/** Thrown if a category or subcategory does not exist. The message is never shown to readers (spec 8). */
export class UnknownCategoryError extends Error {
  override name = 'UnknownCategoryError';
}

/** Returns true if `id` is the ID of a category. */
export function isCategoryId(id: string): id is CategoryId {
  return categoriesById.has(id);
}

/** Returns true if `subcategory` is the ID of a subcategory of `category`. */
export function isSubcategoryOf(category: string, subcategory: string): boolean {
  return categoriesById.get(category)?.subcategories.some(({ id }) => id === subcategory) ?? false;
}

/** Returns a category by its ID. Throws {@link UnknownCategoryError} if there is none. */
export function getCategory(id: string): Category {
  const category = categoriesById.get(id);
  if (!category) throw new UnknownCategoryError(`There is no category "${id}".`);
  return category;
}

/**
 * Returns a subcategory by its ID within a category. Throws {@link UnknownCategoryError} if there is none.
 */
export function getSubcategory(category: string, id: string): Subcategory {
  const subcategory = getCategory(category).subcategories.find((sub) => sub.id === id);
  if (!subcategory)
    throw new UnknownCategoryError(`There is no subcategory "${id}" in category "${category}".`);
  return subcategory;
}
