import { type RefObject, useEffect, useRef } from 'react';
import type { EditorToPreviewMessage, PreviewToEditorMessage } from '#domain/studio/preview.ts';
import { useArticleEditor } from './article-editor.ts';
import { buildPreviewArticle } from './preview-article.ts';

/** Delay in milliseconds between the last change to the text and the update of the preview. */
const PREVIEW_DELAY = 120;

/**
 * Exchanges messages with the preview in `frame`: sends the article whenever it changes, and moves the caret to a part
 * that is clicked in the preview.
 */
export function usePreviewMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  isDark: boolean,
): void {
  const { article, store, goToPart, caret } = useArticleEditor();
  const at = caret?.path;
  const calls = useRef({ goToPart, article, isDark, at });
  calls.current = { goToPart, article, isDark, at };
  const show = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReady = false;
    show.current = () => {
      if (!isReady) return;
      const { article, isDark, at } = calls.current;
      const message: EditorToPreviewMessage = {
        kind: 'octavo:preview',
        article: buildPreviewArticle(article, store.content),
        author: article.author,
        theme: isDark ? 'dark' : 'light',
        ...(at && { at }),
      };
      frame.current?.contentWindow?.postMessage(message, location.origin);
    };
    const showSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(show.current, PREVIEW_DELAY);
    };
    const onMessage = ({ origin, source, data }: MessageEvent<PreviewToEditorMessage>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.kind === 'octavo:preview-ready') {
        isReady = true;
        show.current();
      } else if (data.kind === 'octavo:preview-clicked' && data.anchor !== 'author')
        calls.current.goToPart(data.anchor);
    };
    addEventListener('message', onMessage);
    const leave = store.subscribe(showSoon);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
      leave();
    };
  }, [store, frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of each dependency updates the preview
  useEffect(() => show.current(), [isDark, article, at]);
}
