import { useQuery } from '@tanstack/react-query';
import type { NewRequest, RequestEstimate } from '#domain/studio/requests.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../copy.ts';
import { formatDollars } from './ai-requests.ts';
import { studioApi } from './studio-api.ts';

/** The price of an AI request, or the reason why the price is unknown. */
export type RequestPrice =
  /** The request has no items yet, so it has no price. */
  | { kind: 'none' }
  | { kind: 'loading' }
  | {
      kind: 'known';
      estimate: Pick<RequestEstimate, 'estimatedCost' | 'maxCost' | 'isWithinBudget'>;
    }
  | { kind: 'failed'; message: string };

/** Returns the estimated price of an AI request, without sending the request to the AI service. */
export function useRequestPrice(asked: NewRequest | undefined): RequestPrice {
  const { data, error } = useQuery({
    queryKey: ['estimate', asked],
    queryFn: () => studioApi.post<RequestEstimate>('/requests/estimate', asked),
    enabled: asked !== undefined,
    retry: false,
  });
  if (!asked) return { kind: 'none' };
  return toRequestPrice(data, error);
}

/** Converts an estimate of costs, or the error of loading it, to a price. */
export function toRequestPrice(
  estimate: Pick<RequestEstimate, 'estimatedCost' | 'maxCost' | 'isWithinBudget'> | undefined,
  error: Error | null,
): RequestPrice {
  if (estimate) return { kind: 'known', estimate };
  if (!error) return { kind: 'loading' };
  return {
    kind: 'failed',
    message: error instanceof ApiError ? error.message : copy.common.offline,
  };
}

/** Describes the price of an AI request as a sentence. */
export function describePrice(price: RequestPrice): string {
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
        ? copy.price.known(formatDollars(estimatedCost), formatDollars(maxCost))
        : copy.price.overBudget(formatDollars(maxCost));
    }
  }
}

/** Returns the reason why an AI request with this price cannot be sent; `undefined` if it can be sent. */
export function whyCannotSend(price: RequestPrice): string | undefined {
  if (price.kind === 'known' && price.estimate.isWithinBudget) return undefined;
  return describePrice(price);
}

/** Formats a price, or a share of it, as "about $0.02"; `undefined` while the price is unknown. */
export function formatShortPrice(price: RequestPrice, share = 1): string | undefined {
  return price.kind === 'known'
    ? copy.price.about(formatDollars(price.estimate.estimatedCost * share))
    : undefined;
}
