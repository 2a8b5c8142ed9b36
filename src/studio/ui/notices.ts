/** A message to the editor, with a link to the next step. */
export interface Notice {
  id: number;
  text: string;
  link: { to: string; name: string; isOutside?: boolean };
}

/**
 * Maximum number of open notices, because more would cover the screen. Beyond this number, a new notice replaces the
 * oldest.
 */
const MAX_NOTICES = 3;

const NONE: readonly Notice[] = [];
let notices = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a notice that a process for which the editor waited has ended. The notice stays until the editor closes it or
 * follows its link.
 */
export function showNotice(notice: Omit<Notice, 'id'>): void {
  const others = notices.filter(({ text }) => text !== notice.text);
  setNotices([...others, { ...notice, id: ++lastId }].slice(-MAX_NOTICES));
}

export function closeNotice(id: number): void {
  setNotices(notices.filter((notice) => notice.id !== id));
}

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getNotices = () => notices;

function setNotices(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
