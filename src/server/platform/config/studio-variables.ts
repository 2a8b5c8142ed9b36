import { z } from 'zod';
import {
  createOptionalVariableSchema,
  defineVariable,
  emailAddressSchema,
  webUrlSchema,
} from './variable.ts';

/** Environment variables for the studio: its administrators, AI writing and stock photos. */
export const STUDIO_VARIABLES = {
  STUDIO_ADMINISTRATORS: defineVariable(
    z
      .string()
      .transform((text) => text.split(',').flatMap((each) => each.trim().toLowerCase() || []))
      .pipe(z.array(emailAddressSchema)),
    '',
    'Comma-separated email addresses of the first studio administrators, who assign roles to others.',
  ),
  ANTHROPIC_API_KEY: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Anthropic API key for AI writing in the studio. Default in dev and stg: a demo with ready-made drafts. Without it, AI writing is off in prod.',
  ),
  ANTHROPIC_MODEL: defineVariable(
    z.string().regex(/^[\w.:@-]{1,100}$/, 'must be a model ID'),
    'claude-opus-5-5',
    'Anthropic model for AI writing.',
  ),
  ANTHROPIC_BASE_URL: defineVariable(
    createOptionalVariableSchema(webUrlSchema),
    '',
    "Base URL of the Anthropic API, if requests go through a gateway. Default: Anthropic's URL.",
  ),
  AI_MONTHLY_BUDGET: defineVariable(
    z.coerce.number({ error: 'must be a number' }).min(0, 'must be at least 0'),
    '50',
    'Monthly limit for AI requests in US dollars, per calendar month in UTC. No new requests are made once it is reached.',
  ),
  UNSPLASH_ACCESS_KEY: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Unsplash API access key for stock photos in the studio; photos are loaded from Unsplash. Default: no Unsplash photos.',
  ),
  PEXELS_API_KEY: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Pexels API key for stock photos in the studio. Default: no Pexels photos.',
  ),
} as const;
