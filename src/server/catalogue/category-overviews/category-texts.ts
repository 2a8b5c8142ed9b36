import { type CategoryId, getCategory, getSubcategory } from '#domain/categories.ts';
import { CATEGORY_INTRODUCTIONS } from '#domain/category-introductions.ts';
import { splitSentences } from '#speech/script/segmentation.ts';
import { APPLIED_WISDOM_SUBCATEGORY_TEXTS } from './texts/applied-wisdom.ts';
import { ARTS_AND_COMMUNICATION_SUBCATEGORY_TEXTS } from './texts/arts-and-communication.ts';
import type { CategoryText, SubcategoryTexts } from './texts/category-text.ts';
import { ECONOMICS_AND_GLOBAL_SYSTEMS_SUBCATEGORY_TEXTS } from './texts/economics-and-global-systems.ts';
import { HEALTH_AND_WELL_BEING_SUBCATEGORY_TEXTS } from './texts/health-and-well-being.ts';
import { MIND_AND_BEHAVIOR_SUBCATEGORY_TEXTS } from './texts/mind-and-behavior.ts';
import { NATURAL_SCIENCES_AND_MATHEMATICS_SUBCATEGORY_TEXTS } from './texts/natural-sciences-and-mathematics.ts';
import { PHILOSOPHY_AND_HUMAN_VALUES_SUBCATEGORY_TEXTS } from './texts/philosophy-and-human-values.ts';
import { SOCIETIES_AND_GOVERNANCE_SUBCATEGORY_TEXTS } from './texts/societies-and-governance.ts';
import { TECHNOLOGY_AND_ENGINEERING_SUBCATEGORY_TEXTS } from './texts/technology-and-engineering.ts';
import { WORLD_HISTORY_AND_CIVILIZATIONS_SUBCATEGORY_TEXTS } from './texts/world-history-and-civilizations.ts';

/** Maximum number of characters in the description of a page. Search engines cut off longer descriptions. */
export const MAX_PAGE_DESCRIPTION_LENGTH = 155;

/** The title and introduction of each category, with those of its subcategories. */
const TEXTS: Readonly<Record<CategoryId, CategoryText & { subcategories: SubcategoryTexts }>> = {
  aac: {
    hook: 'how made things work on us',
    introduction: continueIntroduction(
      'aac',
      'Two bronze keys a few vibrations apart will throb, and a proverb that loses its rhyme is believed a little less.',
    ),
    subcategories: ARTS_AND_COMMUNICATION_SUBCATEGORY_TEXTS,
  },
  awd: {
    hook: 'good advice, put to the test',
    introduction: continueIntroduction(
      'awd',
      'The three weeks that a habit is said to take seem to go back to a surgeon, writing about patients and their new faces.',
    ),
    subcategories: APPLIED_WISDOM_SUBCATEGORY_TEXTS,
  },
  eag: {
    hook: 'where the money goes',
    introduction: continueIntroduction(
      'eag',
      'In Kerala eleven fishermen once dumped their sardines within fifteen kilometers of waiting buyers.',
    ),
    subcategories: ECONOMICS_AND_GLOBAL_SYSTEMS_SUBCATEGORY_TEXTS,
  },
  haw: {
    hook: 'how bodies keep going',
    introduction: CATEGORY_INTRODUCTIONS.haw,
    subcategories: HEALTH_AND_WELL_BEING_SUBCATEGORY_TEXTS,
  },
  mab: {
    hook: 'experiments on minds, read closely',
    introduction: continueIntroduction(
      'mab',
      'Some results hold wherever they are tried, and some hang on a single step of the method.',
    ),
    subcategories: MIND_AND_BEHAVIOR_SUBCATEGORY_TEXTS,
  },
  nsm: {
    hook: 'how we know',
    introduction: continueIntroduction(
      'nsm',
      'That can mean eleven days in the air with a godwit, or nine years for three atoms.',
    ),
    subcategories: NATURAL_SCIENCES_AND_MATHEMATICS_SUBCATEGORY_TEXTS,
  },
  phv: {
    hook: 'old questions, step by step',
    introduction: continueIntroduction(
      'phv',
      'Several of the steps were first taken in Chinese or in Arabic.',
    ),
    subcategories: PHILOSOPHY_AND_HUMAN_VALUES_SUBCATEGORY_TEXTS,
  },
  sag: {
    hook: 'how people run a place',
    introduction: continueIntroduction(
      'sag',
      'A vote can be a marble, and one morning in 2009 a whole country changed sides of the road.',
    ),
    subcategories: SOCIETIES_AND_GOVERNANCE_SUBCATEGORY_TEXTS,
  },
  tae: {
    hook: 'things that work, opened up',
    introduction: continueIntroduction(
      'tae',
      'A crack about a tenth of an inch deep brought down a bridge, and a few thin bars can stop a QR code.',
    ),
    subcategories: TECHNOLOGY_AND_ENGINEERING_SUBCATEGORY_TEXTS,
  },
  whc: {
    hook: 'what the past left behind',
    introduction: continueIntroduction(
      'whc',
      'An Egyptian register still says, in red, which workman stayed away to brew beer.',
    ),
    subcategories: WORLD_HISTORY_AND_CIVILIZATIONS_SUBCATEGORY_TEXTS,
  },
};

/** The title, description and introduction that the first page of a category's or subcategory's article list shows. */
export interface CategoryPageTexts {
  /** Title of the page, without the name Octavo. */
  title: string;
  /**
   * Description of the page for search engines. It consists of as many of the introduction's first sentences as fit
   * into {@link MAX_PAGE_DESCRIPTION_LENGTH} characters.
   */
  description: string;
  introduction: string;
}

/** Returns the title, description and introduction of a category, or of one of its subcategories. */
export function getCategoryPageTexts(
  category: CategoryId,
  subcategory: string | undefined,
): CategoryPageTexts {
  const { name } = subcategory ? getSubcategory(category, subcategory) : getCategory(category);
  const texts = TEXTS[category];
  const text = subcategory ? texts.subcategories[subcategory] : texts;
  if (!text) throw new RangeError(`Subcategory "${subcategory}" of "${category}" has no text.`);
  const { hook, introduction } = text;
  return {
    title: `${name}: ${hook}`,
    description: shortenIntroduction(introduction),
    introduction,
  };
}

/** Returns an introduction that consists of the category's short introduction and the given further sentences. */
function continueIntroduction(category: CategoryId, sentences: string): string {
  return `${CATEGORY_INTRODUCTIONS[category]} ${sentences}`;
}

/**
 * Shortens an introduction to as many of its first sentences as fit into {@link MAX_PAGE_DESCRIPTION_LENGTH}
 * characters.
 */
function shortenIntroduction(introduction: string): string {
  let description = '';
  for (const { start, text } of splitSentences(introduction)) {
    if (start + text.length > MAX_PAGE_DESCRIPTION_LENGTH) break;
    description = introduction.slice(0, start + text.length);
  }
  return description;
}
