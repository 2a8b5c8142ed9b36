import { z } from 'zod';
import { uuidSchema } from './ids.ts';

/** Schema of the address of a reader's private podcast. */
export const privatePodcastSchema = z.object({
  id: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
});

/** Schema of a new address of a private podcast. */
export const newPrivatePodcastSchema = privatePodcastSchema.extend({ url: z.url() });

/**
 * Schema of a request for a new address. `replaces` is the ID of the current address, so that of two simultaneous
 * requests only one succeeds; null if the private podcast is off.
 */
export const privatePodcastRequestSchema = z.strictObject({
  replaces: uuidSchema('must be the id of the current address').nullable(),
});
