import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#ui/icons.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { keepLine, removeKeptLine, useKeptLineLookup } from './kept-lines.ts';
import styles from './line-keeping-controls.module.css';
import { type LoadShareDialog, type QuotedArticle, SelectionMenu } from './selection-menu.tsx';

interface ArticleLinesProps {
  article: QuotedArticle;
  /**
   * The takeaways' original texts. They cannot be read from the page, because the browser may have translated the page.
   */
  takeaways: readonly string[];
  loadShareDialog: LoadShareDialog;
}

/**
 * Adds controls to an article's page that let the reader keep passages: a button next to each takeaway, and a menu for
 * selected text. This code loads only after the reader has scrolled or selected text, so the buttons are placed where
 * they cause no layout shift.
 */
export function LineKeepingControls({ article, takeaways, loadShareDialog }: ArticleLinesProps) {
  const [text, setText] = useState<HTMLElement>();
  const findKeptId = useKeptLineLookup(article);
  useLayoutEffect(() => {
    setText(
      document.querySelector<HTMLElement>(`[data-article="${article.id}"] .reading`) ?? undefined,
    );
  }, [article.id]);
  if (!text) return null;
  const takeawayBoxes = [...text.querySelectorAll('[data-anchor$=takeaway]')].map(
    ({ parentElement }) => parentElement!,
  );
  return (
    <>
      {takeawayBoxes.map((box, index) =>
        createPortal(
          <TakeawayButton
            article={article}
            takeaway={takeaways[index]!}
            box={box}
            id={findKeptId(takeaways[index]!)}
          />,
          box,
          String(index),
        ),
      )}
      <SelectionMenu article={article} text={text} loadShareDialog={loadShareDialog} />
    </>
  );
}

interface TakeawayButtonProps {
  article: QuotedArticle;
  takeaway: string;
  /** The element that contains the takeaway. */
  box: Element;
  /** The ID of the kept takeaway, or `undefined` if it is not kept. */
  id: string | undefined;
}

function TakeawayButton({ article, takeaway, box, id }: TakeawayButtonProps) {
  const [isPending, setIsPending] = useState(false);
  useLayoutEffect(() => box.classList.add(styles.takeaway!), [box]);

  async function toggle() {
    if (isPending) return;
    setIsPending(true);
    if (id) await removeKeptLine(id);
    else await keepLine(article, takeaway);
    setIsPending(false);
  }

  return (
    <button
      className={styles.keep}
      type="button"
      aria-label={id ? linesCopy.keptTakeaway : linesCopy.keepTakeaway}
      aria-pressed={id !== undefined}
      aria-disabled={isPending}
      onClick={toggle}
    >
      <Icon name={id ? 'check' : 'plus'} small />
      <span>{id ? linesCopy.keptShort : linesCopy.keep}</span>
    </button>
  );
}
