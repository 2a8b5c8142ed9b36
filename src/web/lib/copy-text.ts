/**
 * Copies `text` to the clipboard. On plain HTTP, `navigator.clipboard` is missing, so the text is copied from a
 * temporary field. The field is inserted into `host` rather than the document's body, because an open dialog traps
 * focus. Rejects if the browser denies access.
 */
export async function copyText(text: string, host: HTMLElement): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'vh';
  field.readOnly = true;
  field.value = text;
  host.append(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser refused to copy.');
}
