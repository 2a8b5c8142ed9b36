import { createStore } from '#ui/lib/store.ts';

/** A message with a link to the next step. */
export interface NoticeWithLink {
  id: number;
  text: string;
  link: { to: string; name: string; isOutside?: boolean };
}

/**
 * Maximum number of open notices. If the limit is reached, a new notice replaces the oldest one, because more notices
 * would cover the screen.
 */
const MAX_NOTICES = 3;

/** The open notices, oldest first. */
export const noticeStore = createStore<readonly NoticeWithLink[]>([]);

/**
 * Shows a notice about a completed operation, such as an AI request. The notice stays until the editor closes it or
 * follows its link. A new notice replaces an older one with the same text.
 */
export function showNoticeWithLink(notice: Omit<NoticeWithLink, 'id'>): void {
  const openNotices = noticeStore.get();
  // A notice with the same text as an earlier one gets a new ID, so that screen readers announce the text again.
  const id = 1 + (openNotices.at(-1)?.id ?? 0);
  const otherNotices = openNotices.filter(({ text }) => text !== notice.text);
  noticeStore.set([...otherNotices, { ...notice, id }].slice(-MAX_NOTICES));
}

export function closeNotice(id: number): void {
  noticeStore.set(noticeStore.get().filter((notice) => notice.id !== id));
}
