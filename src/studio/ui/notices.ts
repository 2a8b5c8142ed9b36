import { createStore } from '#ui/lib/store.ts';

/** A message with a link to the next step. */
export interface Notice {
  id: number;
  text: string;
  link: { to: string; name: string; isOutside?: boolean };
}

/** Maximum number of open notices, because more would cover the screen. A new notice then replaces the oldest. */
const MAX_NOTICES = 3;

/** The open notices, oldest first. */
export const openNotices = createStore<readonly Notice[]>([]);

/**
 * Shows a notice that something the editor waited for has ended. The notice stays until it is closed or its link is
 * followed. It replaces a notice with the same text.
 */
export function showNotice(notice: Omit<Notice, 'id'>): void {
  const open = openNotices.get();
  // A new ID makes screen readers announce a repeated text again.
  const id = 1 + (open.at(-1)?.id ?? 0);
  const others = open.filter(({ text }) => text !== notice.text);
  openNotices.set([...others, { ...notice, id }].slice(-MAX_NOTICES));
}

export function closeNotice(id: number): void {
  openNotices.set(openNotices.get().filter((notice) => notice.id !== id));
}
