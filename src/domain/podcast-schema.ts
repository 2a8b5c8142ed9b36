import { z } from 'zod';
import { createUuidSchema } from './ids.ts';

/** Schema for a reader's private podcast: the ID of its feed URL, and the time at which this URL was created. */
export const privatePodcastSchema = z.object({
  id: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
});

/** Schema for a private podcast whose feed URL has just been created. */
export const newPrivatePodcastSchema = privatePodcastSchema.extend({ url: z.url() });

/**
 * Schema for a request for a new feed URL of a private podcast. `replaces` is the ID of the current feed URL, or null
 * if the private podcast is off. Of two simultaneous requests with the same `replaces`, only one succeeds.
 */
export const privatePodcastUrlRequestSchema = z.strictObject({
  replaces: createUuidSchema('must be the id of the current address').nullable(),
});
