import { type RefObject, useEffect, useRef } from 'react';
import type { EditorToPreviewMessage, PreviewToEditorMessage } from '#domain/studio/preview.ts';
import { useArticleEditor } from './article-editor.ts';
import { buildPreviewArticle } from './preview-article.ts';

/** Delay in milliseconds between the last change to the text and the update of the preview. */
const PREVIEW_DELAY = 120;

/**
 * Exchanges messages with the preview in `frame`. Sends the article to the preview whenever the article changes. When a
 * part is clicked in the preview, moves the caret to that part.
 */
export function usePreviewMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  isDark: boolean,
): void {
  const { article, store, goToPart, caret } = useArticleEditor();
  const caretPath = caret?.path;
  const latest = useRef({ goToPart, article, isDark, caretPath });
  latest.current = { goToPart, article, isDark, caretPath };
  const updatePreview = useRef(() => {});

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReady = false;
    updatePreview.current = () => {
      if (!isReady) return;
      const { article, isDark, caretPath } = latest.current;
      const message: EditorToPreviewMessage = {
        kind: 'octavo:preview',
        article: buildPreviewArticle(article, store.content),
        author: article.author,
        theme: isDark ? 'dark' : 'light',
        ...(caretPath && { at: caretPath }),
      };
      frame.current?.contentWindow?.postMessage(message, location.origin);
    };
    const scheduleUpdate = () => {
      clearTimeout(timer);
      timer = setTimeout(updatePreview.current, PREVIEW_DELAY);
    };
    const onMessage = ({ origin, source, data }: MessageEvent<PreviewToEditorMessage>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.kind === 'octavo:preview-ready') {
        isReady = true;
        updatePreview.current();
      } else if (data.kind === 'octavo:preview-clicked' && data.anchor !== 'author')
        latest.current.goToPart(data.anchor);
    };
    addEventListener('message', onMessage);
    const unsubscribe = store.subscribe(scheduleUpdate);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
      unsubscribe();
    };
  }, [store, frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change to any dependency updates the preview
  useEffect(() => updatePreview.current(), [isDark, article, caretPath]);
}
