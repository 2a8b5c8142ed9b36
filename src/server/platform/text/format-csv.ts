/**
 * Formats a table as CSV (RFC 4180). If a spreadsheet program might interpret a text cell as a formula, adds a leading
 * apostrophe (OWASP, "CSV Injection").
 */
export function formatCsv(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const lines = [head, ...rows].map((cells) => cells.map(formatCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function formatCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
