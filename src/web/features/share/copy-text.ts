/**
 * Puts `text` on the clipboard. On plain http, as when trying a phone, browsers have no `navigator.clipboard`:
 * then a field is selected and copied, inside `host`, since an open dialog lets no focus out.
 * Rejects when the browser refuses.
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
