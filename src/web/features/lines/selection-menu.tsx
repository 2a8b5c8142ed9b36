import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ArticleMeta } from '#domain/article.ts';
import { countCharacters } from '#domain/characters.ts';
import { createPassageHref, LINE_MAX_LENGTH } from '#domain/lines.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { BaseDialogProps } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import { keepLine } from './kept-lines.ts';
import type { SelectedPassage } from './read-selection.ts';
import styles from './selection-menu.module.css';
import { useSelectedPassage } from './use-selected-passage.ts';

const copy = linesCopy.menu;

/** The article fields that are needed to keep, copy and share passages. */
export type QuotedArticle = Pick<ArticleMeta, 'id' | 'authorAlias' | 'title' | 'path'>;

/** A function that loads the dialog for sharing an article. */
export type LoadShareDialog = () => Promise<
  ComponentType<BaseDialogProps & { article: QuotedArticle }>
>;

/** The menu offers a dictionary for up to this many selected words. */
const MAX_DEFINED_WORDS = 3;

interface SelectionMenuProps {
  article: QuotedArticle;
  /** The element with the article's text. */
  text: HTMLElement;
  loadShareDialog: LoadShareDialog;
}

/**
 * A menu next to the text that the reader has selected in an article. It does not receive focus when it opens, so that
 * the selection can be extended with the keyboard. The Tab key moves focus to the menu, and Escape closes it.
 */
export function SelectionMenu({ article, text, loadShareDialog }: SelectionMenuProps) {
  const menu = useRef<HTMLFieldSetElement>(null);
  const [passage, close] = useSelectedPassage(text, menu);
  // The share dialog is rendered outside the menu, because the menu closes when the dialog opens.
  const [sharedPath, setSharedPath] = useState(article.path);
  const { Dialog, state, open } = useLazyDialog(loadShareDialog, ERROR_MESSAGES.shareFailed);

  function share(path: string) {
    setSharedPath(path);
    open();
    close();
  }

  return (
    <>
      {/* Screen readers announce the text only if the live region is in the page before the text appears. */}
      <p className="vh" role="status">
        {passage && copy.hint}
      </p>
      {passage &&
        createPortal(
          <Menu article={article} passage={passage} share={share} close={close} ref={menu} />,
          // The menu must be inside `main`, because screen readers expect all content in a landmark.
          text.closest('main')!,
        )}
      {Dialog && <Dialog {...state} article={{ ...article, path: sharedPath }} />}
    </>
  );
}

interface MenuProps {
  article: QuotedArticle;
  passage: SelectedPassage;
  /** Opens the share dialog for the article or passage at a path. */
  share: (path: string) => void;
  close: () => void;
  ref: RefObject<HTMLFieldSetElement | null>;
}

function Menu({ article, passage, share, close, ref }: MenuProps) {
  const { text, section, area } = passage;
  const path = createPassageHref(article.path, section, text);
  useLayoutEffect(() => placeBeside(ref.current!, area), [ref, area]);

  async function keep() {
    close();
    if (countCharacters(text) > LINE_MAX_LENGTH)
      showToast({ kind: 'error', text: linesCopy.tooLong });
    else await keepLine(article, text);
  }

  async function copyWithLink() {
    try {
      await copyText(copy.quotation(text, article, location.origin + path), ref.current!);
      showToast({ kind: 'success', text: copy.copied });
    } catch {
      showToast({ kind: 'error', text: copy.copyFailed });
    }
    close();
  }

  return (
    <fieldset
      className={`${styles.menu} screen-only`}
      aria-label={copy.name}
      ref={ref}
      // Without these handlers, a press on the menu would move focus and clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <button type="button" onClick={keep}>
        {linesCopy.keep}
      </button>
      <button type="button" onClick={copyWithLink}>
        {copy.copyWithLink}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => share(path)}>
        {copy.share}
      </button>
      {hasDictionary() && text.split(' ').length <= MAX_DEFINED_WORDS && (
        <a href={`dict://${encodeURIComponent(text)}`} onClick={close}>
          {copy.define}
        </a>
      )}
    </fieldset>
  );
}

/**
 * Returns true on a Mac, where `dict:` URLs open the dictionary. Phones have no such URLs, but their own selection menu
 * offers a dictionary.
 */
function hasDictionary(): boolean {
  return navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints === 0;
}

/** Distance in pixels between the selection and the menu. */
const GAP = 8;
/** Height in pixels of the handles below a selection that was made by touch. */
const TOUCH_HANDLE_HEIGHT = 28;

/**
 * Places the menu above a selection, or below it if there is not enough space above. On touchscreens, always places it
 * below, because the system shows its own menu above. If there is not enough space below, places it at the bottom of
 * the window.
 */
function placeBeside(menu: HTMLElement, area: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu;
  const { clientWidth } = document.documentElement;
  const { paddingTop, paddingBottom } = getComputedStyle(document.body);
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const above = area.top - offsetHeight - GAP;
  const below = area.bottom + GAP + (isTouch ? TOUCH_HANDLE_HEIGHT : 0);
  const lowest = innerHeight - Number.parseFloat(paddingBottom) - offsetHeight - GAP;
  const highest = Number.parseFloat(paddingTop) + GAP;
  const hasRoomAbove = !isTouch && above >= highest;
  const top = hasRoomAbove ? above : Math.max(highest, Math.min(below, lowest));
  const center = area.left + area.width / 2 - offsetWidth / 2;
  const left = Math.max(GAP, Math.min(center, clientWidth - offsetWidth - GAP));
  menu.style.top = `${top + scrollY}px`;
  menu.style.left = `${left + scrollX}px`;
}
