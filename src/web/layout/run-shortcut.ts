import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { ArticleScreenProps } from '#domain/page.ts';
import { getScreen } from '#domain/screens.ts';
import { isElementVisible } from '#ui/focus.ts';
import { showToast } from '#ui/toast.tsx';
import { shortcutsCopy } from '#web/copy/shortcuts.ts';
import { bookmarkSet } from '#web/features/bookmarks/bookmark-set.ts';
import { getAudioElement, PLAYBACK_FAILED_MESSAGE } from '#web/features/listening/player-store.ts';
import { toggleListening } from '#web/features/listening/start-listening.tsx';
import { isInView } from '#web/lib/is-in-view.ts';
import { fetchScreenProps } from '#web/pages/payloads.ts';
import { showPrompt } from '#web/reader/prompt.ts';
import { changeReaderSetItem, findKnownReaderItemSet } from '#web/reader/reader-sets.ts';
import { readCurrentReader } from '#web/reader/session.ts';

type Article = ArticleScreenProps['article'];

/** The shortcuts by key. `copy/shortcuts.ts` contains their descriptions. */
const SHORTCUTS: Readonly<Record<string, () => void>> = {
  '/': focusSearch,
  j: () => moveToCard(1),
  k: () => moveToCard(-1),
  b: toggleBookmark,
  l: listen,
  '?': showHelp,
};
/** Keys whose shortcuts repeat while the key is held down. */
const REPEATABLE_KEYS = 'jk';

/** Runs the shortcut for a key. Does nothing if a dialog is open. */
export function runShortcut(event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  if (document.querySelector('[role=dialog][data-open]')) return;
  if (!event.repeat || REPEATABLE_KEYS.includes(key)) SHORTCUTS[key]?.();
}

/** Focuses the search field of the screen. If the screen has none, opens Explore and focuses its search field. */
function focusSearch(): void {
  const field = findSearchField();
  if (field) {
    field.focus();
    return;
  }
  const { path } = getScreen('articles');
  const controller = new AbortController();
  const { signal } = controller;
  const stopWaiting = () => controller.abort();
  addEventListener(
    'focusin',
    () => {
      // After the navigation, the layout focuses the heading of Explore (`use-navigation-focus.ts`). This listener then
      // focuses the search field.
      if (location.pathname !== path) return;
      stopWaiting();
      findSearchField()?.focus();
    },
    { signal },
  );
  document.querySelector<HTMLElement>(`nav a[href="${path}"]`)?.click();
  // A key press or click before Explore is shown cancels the pending focus, because the reader may open another page.
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, stopWaiting, { signal });
}

function findSearchField(): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>('main input[type=search]');
  return [...fields].find(isElementVisible);
}

/**
 * Selector for the cards and rows in lists. Each of them represents an article, an author or a kept line (a saved
 * passage).
 */
const CARDS = 'main li article, main li figure, main li > h2';

/**
 * Focuses the next card (`step` is 1) or the previous card (`step` is -1). If no card has focus, starts with the cards
 * in view. The link to a list's next page counts as the last card.
 */
function moveToCard(step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>(`${CARDS}, main a[rel=next]`)].filter(
    isElementVisible,
  );
  const focused = document.activeElement && findCard(document.activeElement);
  const index = focused ? stops.indexOf(focused) : -1;
  const nextStop = index === -1 ? findFirstStop(stops, step) : stops[index + step];
  if (nextStop) getFocusTarget(nextStop)?.focus();
}

/**
 * Returns the card that contains an element. If the element is in the link to a list's next page, returns that link.
 */
function findCard(element: Element): HTMLElement | null | undefined {
  return (
    element.closest<HTMLElement>('main a[rel=next]') ??
    element.closest('main li')?.querySelector<HTMLElement>(CARDS)
  );
}

/** Returns the card or next-page link to focus first, if none has focus. */
function findFirstStop(stops: readonly HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const visibleStops = stops.filter(isInView);
  const first = visibleStops.at(step === 1 ? 0 : -1);
  // Cards below an article are suggestions. Until one is in view, the reader is reading the article, so no card is
  // focused.
  if (first || findOpenArticle()) return first;
  const isPast = (stop: Element) => stop.getBoundingClientRect().bottom <= 0;
  return step === 1 ? stops.find((stop) => !isPast(stop)) : stops.findLast(isPast);
}

function getFocusTarget(stop: HTMLElement): HTMLElement | null {
  return stop.matches('a') ? stop : stop.querySelector<HTMLElement>('a[href], button');
}

const findOpenArticle = () => document.querySelector('article[data-article]');

/** Returns the path of the focused card's article, or of the open article if no card has focus. */
function findArticlePath(): string | undefined {
  const card = document.activeElement?.closest('main li');
  if (!card?.querySelector(CARDS)) return findOpenArticle() ? location.pathname : undefined;
  // An author's card has no article, and a kept line from a withdrawn article has no link to one. Neither has a path.
  return card.querySelector<HTMLAnchorElement>('article a, figure a')?.pathname;
}

async function fetchArticle(path: string): Promise<Article | undefined> {
  return (await fetchScreenProps('article', path))?.article;
}

/** Paths of the articles whose bookmark change is still pending. */
const pendingPaths = new Set<string>();

/**
 * Adds or removes the bookmark of the focused card's article, or of the open article. Confirms the change in a toast,
 * because the bookmark button does not have focus.
 */
async function toggleBookmark(): Promise<void> {
  const path = findArticlePath();
  if (!path || pendingPaths.has(path)) return;
  pendingPaths.add(path);
  const article = await fetchArticle(path);
  if (article) {
    const reader = readCurrentReader()?.id ?? '';
    const bookmarkedKeys = findKnownReaderItemSet(bookmarkSet, reader)?.members;
    const isIn = !bookmarkedKeys?.includes(bookmarkSet.keyOf(article));
    if (await changeReaderSetItem(bookmarkSet, article, isIn))
      showToast({
        kind: 'success',
        text: isIn ? shortcutsCopy.bookmarked : shortcutsCopy.unbookmarked,
      });
  } else showToast({ kind: 'error', text: ERROR_MESSAGES.bookmarkFailed });
  pendingPaths.delete(path);
}

/** Plays or pauses the narration of the focused card's article, or of the open article. */
async function listen(): Promise<void> {
  const path = findArticlePath();
  if (!path) return;
  // In Safari, the audio element can play only if it is created before the article is requested.
  getAudioElement();
  const article = await fetchArticle(path);
  if (article?.hasAudio) await toggleListening(article);
  else if (article) showToast({ kind: 'info', text: shortcutsCopy.noNarration });
  else showToast({ kind: 'error', text: PLAYBACK_FAILED_MESSAGE });
}

function showHelp(): void {
  showPrompt({ kind: 'shortcuts', message: shortcutsCopy.helpFailed });
}
