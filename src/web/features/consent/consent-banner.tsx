import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { consentBannerStatusCopy, consentQuestionCopy } from '#web/copy/consent-banner.ts';
import styles from './consent-banner.module.css';

type ConsentAnswersModule = typeof import('./consent-answers.tsx');

/**
 * The cookie banner. Every page contains it, and `boot.ts` shows it to readers who have not answered. Accepting and
 * rejecting are equally easy: nothing is preselected, and there are no keyboard shortcuts for either. Most visitors
 * have already answered, so pages load as little code as possible: only the server renders the question, and the code
 * that saves an answer loads on the first click.
 */
export function ConsentBanner() {
  const status = useRef<HTMLParagraphElement>(null);
  const [ChoicesForm, setChoicesForm] =
    useState<ComponentType<Parameters<ConsentAnswersModule['CustomChoicesForm']>[0]>>();

  useEffect(() => {
    if (isBannerShown()) status.current!.textContent = consentBannerStatusCopy.announcement;
    // The reader may have answered the question in another tab, so the answer is read again when this tab receives
    // focus.
    const handleFocus = () =>
      isBannerShown() && withAnswersModule(({ updatePageFromConsent }) => updatePageFromConsent());
    addEventListener('focus', handleFocus);
    return () => removeEventListener('focus', handleFocus);
  }, []);

  const handleClick = ({ target }: MouseEvent) => {
    const button = (target as Element).closest('button');
    if (button)
      withAnswersModule(({ consentAnswerHandlers, CustomChoicesForm }) => {
        if (button.value === 'custom') setChoicesForm(() => CustomChoicesForm);
        else consentAnswerHandlers[button.value]!();
      });
  };

  return (
    <section
      className={`needs-js ${styles.banner}`}
      aria-label={consentBannerStatusCopy.label}
      data-nosnippet=""
    >
      {ChoicesForm ? (
        <ChoicesForm buttonRowClass={styles.answers} onAnswer={() => setChoicesForm(undefined)} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are interactive
        // biome-ignore lint/a11y/useKeyWithClickEvents: the browser turns key presses on the buttons into clicks
        <div
          onClick={handleClick}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is a constant in this file
          dangerouslySetInnerHTML={{ __html: QUESTION }}
        />
      )}
      <p className="vh" aria-live="polite" ref={status} />
    </section>
  );
}

const isBannerShown = () => document.documentElement.dataset.consent === 'asked';

async function withAnswersModule(run: (module: ConsentAnswersModule) => void): Promise<void> {
  try {
    run(await awaitChunk(import('./consent-answers.tsx')));
  } catch (error) {
    logAndReportError(error, 'Failed to save cookie choices');
    showToast({ kind: 'error', text: consentBannerStatusCopy.saveFailed });
  }
}

/** The HTML of the question. Only the server renders it. In the browser's bundle, it is empty. */
const QUESTION = import.meta.env.SSR
  ? `<p>${consentQuestionCopy.question} <a class="link reach" href="/privacy#cookies">${consentQuestionCopy.about}</a></p>
<div class="${styles.answers}">
<button class="btn btn-line" type="button" value="reject">${consentQuestionCopy.rejectAll}</button>
<button class="btn btn-line" type="button" value="accept">${consentQuestionCopy.acceptAll}</button>
<button class="btn btn-text" type="button" value="custom">${consentQuestionCopy.customize}</button>
</div>`
  : '';
