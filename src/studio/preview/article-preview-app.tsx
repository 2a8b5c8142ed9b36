import { useEffect, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { EditorToPreviewMessage, PreviewToEditorMessage } from '#domain/studio/preview.ts';
import { getPreferredScrollBehavior } from '#ui/lib/motion.ts';
import { ArticleHero } from '#web/features/articles/article-hero.tsx';
import { ArticleText } from '#web/features/articles/article-text.tsx';
import './preview.css';

/**
 * Shows a preview of an article with the components from the readers' pages, in a frame as wide as the previewed
 * device. The article editor sends the article by `postMessage`. Links in the preview do not navigate.
 */
export function ArticlePreviewApp() {
  const [router] = useState(() => createMemoryRouter([{ path: '*', Component: Preview }]));
  return <RouterProvider router={router} />;
}

function Preview() {
  const [message, setMessage] = useState<EditorToPreviewMessage>();
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== parent || data?.kind !== 'octavo:preview')
        return;
      setMessage(data as EditorToPreviewMessage);
    };
    addEventListener('message', onMessage);
    postToEditor({ kind: 'octavo:preview-ready' });
    return () => removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    const root = document.documentElement;
    if (!message || message.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = message.theme;
  }, [message]);
  const caretPath = message?.at;
  useEffect(() => {
    if (!caretPath) return;
    document
      .querySelector(`[data-anchor="${CSS.escape(caretPath)}"]`)
      ?.scrollIntoView({ block: 'center', behavior: getPreferredScrollBehavior() });
  }, [caretPath]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const anchor = (event.target as Element).closest<HTMLElement>('[data-anchor]')?.dataset
        .anchor;
      if (anchor) postToEditor({ kind: 'octavo:preview-clicked', anchor });
    };
    addEventListener('click', onClick, true);
    return () => removeEventListener('click', onClick, true);
  }, []);
  if (!message) return null;
  const { article, author } = message;
  return (
    <div className="wrap">
      <article>
        <ArticleHero article={article} author={author} authorAction={null} />
        <ArticleText article={article} />
      </article>
    </div>
  );
}

function postToEditor(message: PreviewToEditorMessage): void {
  parent.postMessage(message, location.origin);
}
