const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes with a decimal unit, such as "12.3 MB". */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const amount = bytes / 1000 ** step;
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: amount < 100 ? 1 : 0 })} ${UNITS[step]}`;
}
