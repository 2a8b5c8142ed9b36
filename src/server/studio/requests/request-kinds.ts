import type { AiRequestType } from '#domain/studio/ai-requests.ts';
import { ARTICLE_REQUEST_KIND } from '#server/studio/drafting/article-requests.ts';
import { IDEA_REQUEST_KIND } from '#server/studio/ideas/idea-requests.ts';
import { PERSONA_REQUEST_KIND } from '#server/studio/personas/persona-requests.ts';
import type { RequestKind } from '#server/studio/request-store/request-kind.ts';
import { IMPROVEMENT_REQUEST_KIND } from '#server/studio/reviews/improvement-requests.ts';
import { REVIEW_REQUEST_KIND } from '#server/studio/reviews/review-requests.ts';

/** The implementation of each type of AI request. */
export const REQUEST_KINDS: Readonly<Record<AiRequestType, RequestKind>> = {
  generate_authors: PERSONA_REQUEST_KIND,
  generate_article_ideas: IDEA_REQUEST_KIND,
  generate_articles: ARTICLE_REQUEST_KIND,
  review_articles: REVIEW_REQUEST_KIND,
  improve_articles: IMPROVEMENT_REQUEST_KIND,
};
