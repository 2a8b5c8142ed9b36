import { z } from 'zod';
import {
  createOptionalVariableSchema,
  createWholeNumberSchema,
  defineVariable,
  webUrlSchema,
} from './variable.ts';

const amountSchema = z.coerce
  .number({ error: 'must be a number' })
  .min(0, 'must be at least 0')
  .max(1e12, 'is too large');

/** Environment variables for a speech service that synthesizes narrations. */
export const SPEECH_SERVICE_VARIABLES = {
  NARRATOR_URL: defineVariable(
    createOptionalVariableSchema(
      webUrlSchema.refine((text) => {
        const { search, hash, username, password } = new URL(text);
        return !(search || hash || username || password);
      }, 'must be a URL without a query, fragment or password'),
    ),
    '',
    'Base URL of a speech service that understands OpenAI’s `POST /v1/audio/speech`, such as `https://api.openai.com/v1` or `http://localhost:8880/v1`. Default: narrations are spoken on this machine.',
  ),
  NARRATOR_KEY: defineVariable(
    createOptionalVariableSchema(
      z.string().regex(/^[\x21-\x7e]+$/, 'must be a key without spaces'),
    ),
    '',
    'API key of the speech service; none for a service without keys. With a key, the URL must use https, except on this machine.',
  ),
  NARRATOR_SERVICE_MODEL: defineVariable(
    createOptionalVariableSchema(z.string().max(200, 'must be at most 200 characters long')),
    '',
    'Model of the speech service, such as `gpt-4o-mini-tts` or `kokoro`.',
  ),
  NARRATOR_REQUESTS: defineVariable(
    createWholeNumberSchema(1, 64),
    '4',
    'Requests that a process sends to the speech service at once; at most 64.',
  ),
  NARRATOR_MONTHLY_CHARACTERS: defineVariable(
    z.union([z.literal('unlimited').transform(() => Number.POSITIVE_INFINITY), amountSchema], {
      error: 'must be a number or unlimited',
    }),
    '2000000',
    'Characters that the speech service may speak in a calendar month in UTC, or `unlimited`. An article has about 6,000 for each narrator. No new sentences are requested once the limit is reached.',
  ),
  NARRATOR_PRICE: defineVariable(
    amountSchema,
    '0',
    'Price of a million characters at the speech service in US dollars.',
  ),
  NARRATOR_MONTHLY_BUDGET: defineVariable(
    amountSchema,
    '50',
    'Monthly limit for the speech service in US dollars at `NARRATOR_PRICE`, like `NARRATOR_MONTHLY_CHARACTERS`.',
  ),
  NARRATOR_CACHE_GB: defineVariable(
    amountSchema,
    '2',
    'Gigabytes of single sentences from the speech service to keep, so that unfinished recordings and changed articles are not paid for again; an article takes about 0.02 for each narrator.',
  ),
} as const;
