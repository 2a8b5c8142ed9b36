import { useSyncExternalStore } from 'react';
import { TOAST_CLOSING, TOAST_DURATION } from '#domain/messages.ts';
import { uiCopy } from './copy.ts';
import { Icon, type IconName } from './icons.tsx';
import styles from './toast.module.css';

type ToastKind = 'info' | 'success' | 'warning' | 'error';

interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** It has been dismissed, and is on its way out. */
  isClosing: boolean;
}

/** How a kind looks, and whether a screen reader breaks off for it. */
const KINDS: Readonly<Record<ToastKind, { icon: IconName; isUrgent: boolean }>> = {
  info: { icon: 'info', isUrgent: false },
  success: { icon: 'done', isUrgent: false },
  warning: { icon: 'alert', isUrgent: true },
  error: { icon: 'alert', isUrgent: true },
};

/** On a phone more would cover what they speak of: the oldest makes room. */
const MAX_TOASTS = 3;

/**
 * Tells the reader something for {@link TOAST_DURATION} milliseconds. Callable from anywhere in the
 * browser; {@link Toaster} shows it.
 */
export function showToast({ kind, text }: { kind: ToastKind; text: string }): void {
  // The same sentence twice is one sentence, shown for longer.
  const same = toasts.find((toast) => toast.text === text && !toast.isClosing);
  const id = same?.id ?? ++lastId;
  if (!same) set([...toasts, { id, kind, text, isClosing: false }]);
  startClock(id);
  const open = toasts.filter((toast) => !toast.isClosing);
  for (const { id: oldest } of open.slice(0, -MAX_TOASTS)) close(oldest);
}

/**
 * Where toasts appear. The two regions are in the page from the start: a screen reader announces what comes
 * into a region it knows. They need nothing from the network, which is often what a toast has to tell.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, current, none);
  const regions = [
    { role: 'status', live: 'polite', toasts: shown.filter(({ kind }) => !KINDS[kind].isUrgent) },
    { role: 'alert', live: 'assertive', toasts: shown.filter(({ kind }) => KINDS[kind].isUrgent) },
  ] as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on a toast only stops its clock
    <div
      className={styles.toaster}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {regions.map((region) => (
        <div
          key={region.role}
          className={styles.region}
          role={region.role}
          aria-live={region.live}
          aria-atomic="false"
        >
          {region.toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, kind, text, isClosing } }: { toast: Toast }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
    <div
      className={`${styles.toast} ${isClosing ? styles.closing : ''}`}
      data-kind={kind}
      onClick={() => close(id)}
    >
      <Icon name={KINDS[kind].icon} />
      <p>{text}</p>
      <button className="icon-btn" type="button" aria-label={uiCopy.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

const NONE: readonly Toast[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();
const clocks = new Map<number, ReturnType<typeof setTimeout>>();

function close(id: number): void {
  if (!toasts.some((toast) => toast.id === id && !toast.isClosing)) return;
  set(toasts.map((toast) => (toast.id === id ? { ...toast, isClosing: true } : toast)));
  setClock(id, TOAST_CLOSING, () => {
    clocks.delete(id);
    set(toasts.filter((toast) => toast.id !== id));
  });
}

/** Keeps every toast for as long as the reader is on one of them. */
function hold(): void {
  for (const { id, isClosing } of toasts) if (!isClosing) clearTimeout(clocks.get(id));
}

/** Lets time run again: each toast has its full time from here. */
function release(): void {
  for (const { id, isClosing } of toasts) if (!isClosing) startClock(id);
}

function startClock(id: number): void {
  setClock(id, TOAST_DURATION, () => close(id));
}

function setClock(id: number, milliseconds: number, then: () => void): void {
  clearTimeout(clocks.get(id));
  clocks.set(id, setTimeout(then, milliseconds));
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => toasts;
const none = () => NONE;
