import type { AiRequestType } from '#domain/studio/ai-requests.ts';
import type { AiRequestKind } from '#server/studio/ai-request-store/request-kind.ts';
import { ARTICLE_AI_REQUEST_KIND } from '#server/studio/drafting/article-requests.ts';
import { IDEA_AI_REQUEST_KIND } from '#server/studio/ideas/idea-requests.ts';
import { PERSONA_AI_REQUEST_KIND } from '#server/studio/personas/persona-requests.ts';
import { IMPROVEMENT_AI_REQUEST_KIND } from '#server/studio/reviews/improvement-requests.ts';
import { REVIEW_AI_REQUEST_KIND } from '#server/studio/reviews/review-requests.ts';

/** The implementation of each type of AI request. */
export const AI_REQUEST_KINDS: Readonly<Record<AiRequestType, AiRequestKind>> = {
  generate_authors: PERSONA_AI_REQUEST_KIND,
  generate_article_ideas: IDEA_AI_REQUEST_KIND,
  generate_articles: ARTICLE_AI_REQUEST_KIND,
  review_articles: REVIEW_AI_REQUEST_KIND,
  improve_articles: IMPROVEMENT_AI_REQUEST_KIND,
};
