import { useQuery } from '@tanstack/react-query';
import type { Estimate, NewRequest } from '#domain/studio/requests.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../copy.ts';
import { studio } from './queries.ts';
import { dollars } from './writing.ts';

/** What a request to the AI would cost, as far as that is known. */
export type Price =
  /** There is nothing to ask for yet. */
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'known'; estimate: Pick<Estimate, 'estimatedCost' | 'maxCost' | 'isWithinBudget'> }
  | { kind: 'failed'; message: string };

/** Returns what a request would cost; nothing is sent to the AI. */
export function usePrice(asked: NewRequest | undefined): Price {
  const { data, error } = useQuery({
    queryKey: ['estimate', asked],
    queryFn: () => studio.post<Estimate>('/requests/estimate', asked),
    enabled: asked !== undefined,
    retry: false,
  });
  if (!asked) return { kind: 'none' };
  return priceFrom(data, error);
}

/** Returns the price an estimate says, or why there is none. */
export function priceFrom(
  estimate: Pick<Estimate, 'estimatedCost' | 'maxCost' | 'isWithinBudget'> | undefined,
  error: Error | null,
): Price {
  if (estimate) return { kind: 'known', estimate };
  if (!error) return { kind: 'loading' };
  return {
    kind: 'failed',
    message: error instanceof ApiError ? error.message : copy.common.offline,
  };
}

/** Returns a price as a sentence. */
export function sayPrice(price: Price): string {
  switch (price.kind) {
    case 'none':
      return copy.price.choose;
    case 'loading':
      return copy.price.loading;
    case 'failed':
      return price.message;
    case 'known': {
      const { estimatedCost, maxCost, isWithinBudget } = price.estimate;
      return isWithinBudget
        ? copy.price.known(dollars(estimatedCost), dollars(maxCost))
        : copy.price.overBudget(dollars(maxCost));
    }
  }
}

/** Returns why a request with this price cannot be sent yet; `undefined` where it can. */
export function whyNotSend(price: Price): string | undefined {
  if (price.kind === 'known' && price.estimate.isWithinBudget) return undefined;
  return sayPrice(price);
}

/** Returns "about $0.02" where the price is known. */
export function shortPrice(price: Price, share = 1): string | undefined {
  return price.kind === 'known'
    ? copy.price.about(dollars(price.estimate.estimatedCost * share))
    : undefined;
}
