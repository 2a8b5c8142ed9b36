import { z } from 'zod';

/**
 * A schema for a request in a batch, with the fields that the demo writer reads. It has the same limits as Anthropic's
 * API.
 */
export const demoRequestSchema = z.object({
  custom_id: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  params: z.object({
    model: z.string().min(1),
    max_tokens: z.int().min(1),
    system: z.string().optional(),
    messages: z.tuple([z.object({ role: z.literal('user'), content: z.string() })]),
    output_config: z.object({
      format: z.object({
        type: z.literal('json_schema'),
        schema: z.record(z.string(), z.unknown()),
      }),
    }),
  }),
});
export type DemoRequest = z.output<typeof demoRequestSchema>;

export const demoBatchBodySchema = z.object({
  requests: z.array(demoRequestSchema).min(1).max(100_000),
});
