import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import type { PictureService } from './service.ts';

const DAY = 24 * 60 * 60;

/**
 * The job that draws an article's share card and cover when the article is published or changed, so that readers do not
 * have to wait for these pictures.
 */
export const DRAW_PICTURES_JOB_DEFINITION = {
  id: 'draw-pictures',
  payload: z.strictObject({ articleId: createUuidSchema() }),
  // If no process can run the job within a week, the job is deleted. The pictures are then drawn when a reader first
  // requests them.
  retention: 7 * DAY,
} satisfies JobDefinition;

/**
 * Creates the job that draws an article's share card and cover. Skips withdrawn articles and existing pictures. The
 * process that runs the job must use the same file store as the web server.
 */
export function createDrawPicturesJob(
  pictures: Pick<PictureService, 'renderPicturesOfArticle'>,
): JobWithHandler<typeof DRAW_PICTURES_JOB_DEFINITION.payload> {
  return {
    ...DRAW_PICTURES_JOB_DEFINITION,
    async work({ articleId }, signal) {
      const drawn = await pictures.renderPicturesOfArticle(articleId, signal);
      return { articleId, drawn };
    },
  };
}
