import { useRef, useState } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { logError } from '#web/lib/error-reports.ts';
import { Icon } from '#web/ui/icons.tsx';
import { showToast } from '#web/ui/toast.tsx';

/** The sheet and the dialog under it weigh 21 KB: they come with the first press. */
const loadSheet = () => loadChunk(import('./share-sheet.tsx').then(({ ShareSheet }) => ShareSheet));
type Sheet = Awaited<ReturnType<typeof loadSheet>>;

/** Opens the ways to share an article. */
export function ShareButton({ article }: { article: Pick<ArticleMeta, 'title' | 'path'> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [Sheet, setSheet] = useState<Sheet>();
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    try {
      const loaded = await loadSheet();
      setSheet(() => loaded);
      setIsOpen(true);
    } catch (error) {
      logError(error, 'The share sheet could not be loaded');
      showToast({ kind: 'error', text: MESSAGES.shareFailed });
    }
  }

  return (
    <>
      <button
        ref={button}
        className="icon-btn needs-js"
        type="button"
        aria-label="Share"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon name="share" />
      </button>
      {Sheet && (
        <Sheet
          shared={{ title: article.title, url: location.origin + article.path }}
          opener={button}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
