import { z } from 'zod';
import { KEY_POINT_COUNT } from '#domain/article.ts';
import { LEVELS } from '#domain/level.ts';
import {
  type Idea,
  type IdeaFields,
  ideaFieldsSchema,
  validIdeaSchema,
} from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { POINT_LINK_WORDS } from '#domain/studio/points.ts';
import { toPointDrafts, toPoints } from './point-drafts.ts';

const { region, protagonist, level, ending, category } = ideaFieldsSchema.shape;

/** Schema of an idea that is being edited. A draft may be incomplete or invalid. */
export const ideaDraftSchema = z.object({
  title: z.string(),
  thesis: z.string(),
  surprise: z.string(),
  object: z.string(),
  points: z
    .array(z.object({ link: z.enum([...POINT_LINK_WORDS, '']), sentence: z.string() }))
    .length(KEY_POINT_COUNT),
  region,
  century: z.number(),
  protagonist,
  level,
  ending,
  category,
  subcategory: z.string(),
});
export type IdeaDraft = z.infer<typeof ideaDraftSchema>;

/** Converts a stored idea to a draft. */
export function toIdeaDraft(idea: Omit<IdeaFields, 'points'> & Pick<Idea, 'points'>): IdeaDraft {
  return ideaDraftSchema.parse({ ...idea, points: toPointDrafts(idea.points) });
}

/** Creates the draft of a new idea, with the author's category. */
export function createIdeaDraft(author: StudioAuthor | undefined): IdeaDraft {
  return {
    title: '',
    thesis: '',
    surprise: '',
    object: '',
    points: toPointDrafts(null),
    region: 'everywhere',
    century: 21,
    protagonist: 'none',
    level: LEVELS.find((each) => each === author?.level) ?? 'beginner',
    ending: 'consequence',
    category: author?.category ?? 'nsm',
    subcategory: author?.subcategory ?? '',
  };
}

/** Converts the draft of an idea to its stored form. Returns `undefined` if the draft is invalid. */
export function parseIdeaFields(draft: IdeaDraft): IdeaFields | undefined {
  return validIdeaSchema.safeParse({ ...draft, points: toPoints(draft.points) }).data;
}
