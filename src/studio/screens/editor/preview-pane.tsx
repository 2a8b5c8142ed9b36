import { type RefObject, useEffect, useRef, useState } from 'react';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { copy } from '../../copy.ts';
import { useMediaQuery, WIDE_WINDOW_MEDIA_QUERY } from '../../lib/use-media-query.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import styles from './preview-pane.module.css';
import { usePreviewMessages } from './use-preview-messages.ts';

const words = copy.preview;

/** Widths of the previewed devices in CSS pixels. */
const DEVICE_WIDTHS = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof DEVICE_WIDTHS;
const DEVICES: Readonly<Record<Device, { name: string; icon: IconName }>> = {
  phone: { name: words.phone, icon: 'phone' },
  desktop: { name: words.wide, icon: 'screen' },
};
const DEVICE_STORAGE_KEY = 'studio:preview';

/**
 * Shows a live preview of the article. When the editor clicks a part of the preview, the caret moves to that part of
 * the text.
 */
export function PreviewPane() {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(WIDE_WINDOW_MEDIA_QUERY);
  const [device, chooseDevice] = useStoredDevice();
  const [isDark, setDark] = useState(prefersDark);
  const availableWidth = useElementWidth(stage);
  // On a narrow screen, the preview fills the available width and does not simulate a device.
  const width = isWide ? DEVICE_WIDTHS[device] : availableWidth;
  const scale = isWide ? Math.min(1, availableWidth / width) : 1;
  usePreviewMessages(frame, isDark);

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
              onClick={() => chooseDevice(each)}
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
        {availableWidth > 0 && (
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

/** Returns the preview's selected device, and a function that selects another one. The browser stores the selection. */
function useStoredDevice(): [Device, (device: Device) => void] {
  const [device, setDevice] = useState<Device>(() =>
    readStoredText('localStorage', DEVICE_STORAGE_KEY) === 'desktop' ? 'desktop' : 'phone',
  );
  return [
    device,
    (newDevice) => {
      setDevice(newDevice);
      writeStoredText('localStorage', DEVICE_STORAGE_KEY, newDevice);
    },
  ];
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
