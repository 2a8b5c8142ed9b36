/**
 * Formats an amount in US dollars: "$0.12". An amount below one cent has at most two significant
 * digits: "$0.0042".
 */
export function formatDollars(amount: number): string {
  const isBelowOneCent = amount > 0 && amount < 0.01;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(isBelowOneCent ? { maximumSignificantDigits: 2 } : {}),
  }).format(amount);
}
