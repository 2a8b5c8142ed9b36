import { BILLING_CYCLES, type BillingCycle } from '#domain/tiers.ts';

/**
 * Returns the URL of the plans page. `from` is the path and query of the previous page, to which the plans page links
 * back.
 */
export function createPlansUrl(from?: string, cycle?: BillingCycle): string {
  const query = new URLSearchParams();
  if (from && !from.startsWith('/plans')) query.set('from', from);
  if (cycle === 'annual') query.set('cycle', cycle);
  return query.size ? `/plans?${query}` : '/plans';
}

/** Parses the billing cycle and the previous page (`from`) from the URL of the plans page. */
export function parsePlansUrl(search: string): {
  cycle: BillingCycle;
  from: string | undefined;
} {
  const query = new URLSearchParams(search);
  const cycle = BILLING_CYCLES.find((each) => each === query.get('cycle')) ?? 'monthly';
  const from = query.get('from') ?? '';
  // The URL may be forged, so only paths on this origin are accepted.
  return { cycle, from: /^\/(?![/\\])/.test(from) ? from : undefined };
}
