import type { AiRequestType } from '#domain/studio/ai-requests.ts';
import type { AiRequestDefinition } from '#server/studio/ai-request-store/request-kind.ts';
import { ARTICLE_AI_REQUEST_DEFINITION } from '#server/studio/drafting/article-requests.ts';
import { IDEA_AI_REQUEST_DEFINITION } from '#server/studio/ideas/idea-requests.ts';
import { PERSONA_AI_REQUEST_DEFINITION } from '#server/studio/personas/persona-requests.ts';
import { IMPROVEMENT_AI_REQUEST_DEFINITION } from '#server/studio/reviews/improvement-requests.ts';
import { REVIEW_AI_REQUEST_DEFINITION } from '#server/studio/reviews/review-requests.ts';

/** The implementation of each type of AI request. */
export const AI_REQUEST_DEFINITIONS: Readonly<Record<AiRequestType, AiRequestDefinition>> = {
  generate_authors: PERSONA_AI_REQUEST_DEFINITION,
  generate_article_ideas: IDEA_AI_REQUEST_DEFINITION,
  generate_articles: ARTICLE_AI_REQUEST_DEFINITION,
  review_articles: REVIEW_AI_REQUEST_DEFINITION,
  improve_articles: IMPROVEMENT_AI_REQUEST_DEFINITION,
};
