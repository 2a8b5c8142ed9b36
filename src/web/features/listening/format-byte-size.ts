const UNITS = [
  { name: 'GB', bytes: 1e9 },
  { name: 'MB', bytes: 1e6 },
] as const;

/**
 * Formats a number of bytes in gigabytes or megabytes with one decimal, such as "4.2 MB". The space is a no-break
 * space.
 */
export function formatByteSize(bytes: number): string {
  const unit = UNITS.find((each) => bytes >= each.bytes) ?? UNITS[1];
  // The minimum of 0.1 prevents small files from being shown as "0.0 MB".
  return `${Math.max(0.1, bytes / unit.bytes).toFixed(1)}\u00a0${unit.name}`;
}
