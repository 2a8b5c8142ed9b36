import { BILLING_CYCLES, type BillingCycle } from '#domain/tiers.ts';

/** Where the plans are, for somebody who is at `from` (a path) and may want to go on there. */
export function plansUrl(from?: string, cycle?: BillingCycle): string {
  const query = new URLSearchParams();
  if (from && !from.startsWith('/plans')) query.set('from', from);
  if (cycle === 'annual') query.set('cycle', cycle);
  return query.size ? `/plans?${query}` : '/plans';
}

/** What an address of the plans says: the cycle that was chosen, and where the reader was before. */
export function readPlansUrl(search: string): {
  cycle: BillingCycle;
  from: string | undefined;
} {
  const query = new URLSearchParams(search);
  const cycle = BILLING_CYCLES.find((each) => each === query.get('cycle')) ?? 'monthly';
  const from = query.get('from') ?? '';
  // A path of ours: anybody may write such an address.
  return { cycle, from: /^\/(?![/\\])/.test(from) ? from : undefined };
}
