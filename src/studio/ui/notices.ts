import { createStore } from '#ui/lib/store.ts';

/** A message with a link to the next step. */
export interface Notice {
  id: number;
  text: string;
  link: { to: string; name: string; isOutside?: boolean };
}

/** Maximum number of open notices. More would cover the screen, so a further notice replaces the oldest. */
const MAX_NOTICES = 3;

/** The open notices, oldest first. */
export const noticeStore = createStore<readonly Notice[]>([]);

/**
 * Shows a notice about the end of something that the editor has waited for. The notice stays until the editor closes it
 * or follows its link. It replaces a notice with the same text.
 */
export function showNotice(notice: Omit<Notice, 'id'>): void {
  const open = noticeStore.get();
  // With a new ID, screen readers announce a repeated text again.
  const id = 1 + (open.at(-1)?.id ?? 0);
  const others = open.filter(({ text }) => text !== notice.text);
  noticeStore.set([...others, { ...notice, id }].slice(-MAX_NOTICES));
}

export function closeNotice(id: number): void {
  noticeStore.set(noticeStore.get().filter((notice) => notice.id !== id));
}
