import { z } from 'zod';
import { createOptionalVariableSchema, defineVariable, webUrlSchema } from './variable.ts';

/** Environment variables for Premium and ads. */
export const MEMBERSHIP_VARIABLES = {
  SUBSCRIPTIONS: defineVariable(
    createOptionalVariableSchema(z.stringbool({ error: 'must be true or false' })),
    '',
    'Whether readers can buy Premium. Default: true in dev and stg, false in prod.',
  ),
  STRIPE_SECRET_KEY: defineVariable(
    createOptionalVariableSchema(
      z.string().regex(/^[sr]k_/, 'must be a secret or restricted key, such as sk_live_…'),
    ),
    '',
    'Stripe secret key for selling Premium; a live key in prod. Default in dev and stg: a demo without real payments.',
  ),
  STRIPE_WEBHOOK_SECRET: defineVariable(
    createOptionalVariableSchema(
      z
        .string()
        .regex(
          /^whsec_\w+(,whsec_\w+)*$/,
          'must be one or more whsec_… secrets, separated by commas',
        ),
    ),
    '',
    'Signing secret of the Stripe webhook at `/webhooks/stripe`; several, separated by commas, during rotation.',
  ),
  STRIPE_PRICE_MONTHLY: defineVariable(
    z.string().min(1),
    'octavo_premium_monthly',
    "Lookup key of Premium's monthly price at Stripe.",
  ),
  STRIPE_PRICE_ANNUAL: defineVariable(
    z.string().min(1),
    'octavo_premium_annual',
    "Lookup key of Premium's annual price at Stripe.",
  ),
  STRIPE_TAX: defineVariable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Calculates taxes at checkout (Stripe Tax), which asks for a billing address.',
  ),
  ADSENSE_CLIENT: defineVariable(
    createOptionalVariableSchema(
      z.string().regex(/^ca-pub-\d{16}$/, 'must look like ca-pub-1234567890123456'),
    ),
    '',
    'Google AdSense publisher ID. Its ads replace house ads for readers without Premium who consent. Default: house ads only.',
  ),
  ADSENSE_SLOTS: defineVariable(
    createOptionalVariableSchema(
      z.string().regex(/^\s*\d+\s*(,\s*\d+\s*){4}$/, 'must be five numbers, separated by commas'),
    ),
    '',
    'Comma-separated IDs of the five ad units of an article: header, one after each key point, footer.',
  ),
  ADS_ORIGIN: defineVariable(
    createOptionalVariableSchema(
      webUrlSchema.refine((url) => new URL(url).origin === url, 'must have no path'),
    ),
    '',
    'Separate origin for ad frames, such as `https://octavo-ads.example`, whose path `/ads/` is routed to this server. Default: sandboxed frames with an opaque origin, which may reduce ad fill.',
  ),
} as const;
