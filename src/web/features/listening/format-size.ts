const UNITS = [
  { name: 'GB', bytes: 1e9 },
  { name: 'MB', bytes: 1e6 },
] as const;

/** Formats a number of bytes in gigabytes or megabytes with one decimal, such as "4.2 MB". The space does not break. */
export function formatSize(bytes: number): string {
  const unit = UNITS.find((each) => bytes >= each.bytes) ?? UNITS[1];
  // A file is never shown as empty.
  return `${Math.max(0.1, bytes / unit.bytes).toFixed(1)}\u00a0${unit.name}`;
}
