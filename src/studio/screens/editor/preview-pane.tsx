import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EditorToPreviewMessage, PreviewToEditorMessage } from '#domain/studio/preview.ts';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { copy } from '../../copy.ts';
import { useMediaQuery, WIDE_SCREEN_QUERY } from '../../lib/use-media-query.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { useArticleEditor } from './article-editor.ts';
import { buildPreviewArticle } from './preview-article.ts';
import styles from './preview-pane.module.css';

const words = copy.preview;

/** Delay in milliseconds between the last change to the text and the update of the preview. */
const PREVIEW_DELAY = 120;
/** Widths of the previewed devices in CSS pixels. */
const DEVICE_WIDTHS = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof DEVICE_WIDTHS;
const DEVICES: Readonly<Record<Device, { name: string; icon: IconName }>> = {
  phone: { name: words.phone, icon: 'phone' },
  desktop: { name: words.wide, icon: 'screen' },
};
const DEVICE_STORAGE_KEY = 'studio:preview';

/** Shows a live preview of the article. Clicking a part of the preview moves the caret to that part. */
export function PreviewPane() {
  const { article, store, goToPart, caret } = useArticleEditor();
  const at = caret?.path;
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY);
  const [device, setDevice] = useState<Device>(() =>
    readStoredText('localStorage', DEVICE_STORAGE_KEY) === 'desktop' ? 'desktop' : 'phone',
  );
  const [isDark, setDark] = useState(prefersDark);
  const room = useElementWidth(stage);
  // On a narrow screen, the preview has the width of the screen.
  const width = isWide ? DEVICE_WIDTHS[device] : room;
  const scale = isWide ? Math.min(1, room / width) : 1;
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
      } else if (data.kind === 'octavo:preview-pressed' && data.anchor !== 'author')
        calls.current.goToPart(data.anchor);
    };
    addEventListener('message', onMessage);
    const leave = store.subscribe(showSoon);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
      leave();
    };
  }, [store]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of each dependency updates the preview
  useEffect(() => show.current(), [isDark, article, at]);

  function choose(next: Device) {
    setDevice(next);
    writeStoredText('localStorage', DEVICE_STORAGE_KEY, next);
  }

  return (
    <div className={styles.preview}>
      <div className={styles.controls}>
        {isWide &&
          (Object.keys(DEVICES) as Device[]).map((each) => (
            <button
              key={each}
              className="icon-btn"
              type="button"
              aria-label={DEVICES[each].name}
              title={DEVICES[each].name}
              aria-pressed={device === each}
              onClick={() => choose(each)}
            >
              <Icon name={DEVICES[each].icon} />
            </button>
          ))}
        <button
          className="icon-btn"
          type="button"
          aria-label={words.dark}
          title={words.dark}
          aria-pressed={isDark}
          onClick={() => setDark(!isDark)}
        >
          <Icon name="moon" />
        </button>
      </div>
      <div className={styles.stage} ref={stage} data-device={isWide ? device : undefined}>
        {room > 0 && (
          <iframe
            ref={frame}
            className={styles.frame}
            title={words.label}
            src="/studio/preview"
            style={{
              width,
              height: `${100 / scale}%`,
              transform: `scale(${scale})`,
            }}
          />
        )}
      </div>
    </div>
  );
}

function prefersDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Returns the width of an element's content box in CSS pixels. */
function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
