import { TOAST_CLOSE_ANIMATION_DURATION, TOAST_DURATION } from '#domain/messages.ts';
import { uiCopy } from './copy.ts';
import { Icon, type IconName } from './icons.tsx';
import { createStore, useStore } from './lib/store.ts';
import styles from './toast.module.css';

type ToastKind = 'info' | 'success' | 'warning' | 'error';

interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** True while the toast fades out. */
  isClosing: boolean;
}

/** The icon of each kind of toast. If `isUrgent` is true, screen readers announce the toast immediately. */
const KINDS: Readonly<Record<ToastKind, { icon: IconName; isUrgent: boolean }>> = {
  info: { icon: 'info', isUrgent: false },
  success: { icon: 'done', isUrgent: false },
  warning: { icon: 'alert', isUrgent: true },
  error: { icon: 'alert', isUrgent: true },
};

/**
 * Maximum number of visible toasts. More toasts would cover a phone's screen, so each additional toast closes the
 * oldest one.
 */
const MAX_TOASTS = 3;

/**
 * Shows a toast for {@link TOAST_DURATION} milliseconds. Any code in the browser may call this function.
 * {@link Toaster} renders the toasts.
 */
export function showToast({ kind, text }: { kind: ToastKind; text: string }): void {
  // If a toast with this text is already visible, its timer is restarted instead.
  const duplicate = toastStore.get().find((toast) => toast.text === text && !toast.isClosing);
  const id = duplicate?.id ?? 1 + (toastStore.get().at(-1)?.id ?? 0);
  if (!duplicate) toastStore.set([...toastStore.get(), { id, kind, text, isClosing: false }]);
  startTimer(id);
  const openToasts = toastStore.get().filter((toast) => !toast.isClosing);
  for (const { id: oldest } of openToasts.slice(0, -MAX_TOASTS)) closeToast(oldest);
}

/**
 * Renders the toasts in two live regions. Both regions are in the page from the start, because screen readers only
 * announce changes in regions that they already know. The code for toasts is part of every page and is not loaded on
 * demand, because toasts often report a failed connection.
 */
export function Toaster() {
  const toasts = useStore(toastStore);
  const regions = [
    { role: 'status', live: 'polite', toasts: toasts.filter(({ kind }) => !KINDS[kind].isUrgent) },
    { role: 'alert', live: 'assertive', toasts: toasts.filter(({ kind }) => KINDS[kind].isUrgent) },
  ] as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering over a toast only pauses its timer
    <div
      className={styles.toaster}
      onPointerEnter={pauseTimers}
      onPointerLeave={restartTimers}
      onFocus={pauseTimers}
      onBlur={restartTimers}
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
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users can close the toast with the button inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users can close the toast with the button inside
    <div
      className={`${styles.toast} ${isClosing ? styles.closing : ''}`}
      data-kind={kind}
      onClick={() => closeToast(id)}
    >
      <Icon name={KINDS[kind].icon} />
      <p>{text}</p>
      <button className="icon-btn" type="button" aria-label={uiCopy.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The visible toasts, oldest first. */
const toastStore = createStore<readonly Toast[]>([]);
/** Each toast's running timer, by the toast's ID. */
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function closeToast(id: number): void {
  const toasts = toastStore.get();
  if (!toasts.some((toast) => toast.id === id && !toast.isClosing)) return;
  toastStore.set(toasts.map((toast) => (toast.id === id ? { ...toast, isClosing: true } : toast)));
  setTimer(id, TOAST_CLOSE_ANIMATION_DURATION, () => {
    timers.delete(id);
    toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
  });
}

/** Pauses the timers of all toasts while the pointer or focus is on one of them. */
function pauseTimers(): void {
  for (const { id, isClosing } of toastStore.get()) if (!isClosing) clearTimeout(timers.get(id));
}

/** Restarts the timers of all toasts, each with its full duration. */
function restartTimers(): void {
  for (const { id, isClosing } of toastStore.get()) if (!isClosing) startTimer(id);
}

function startTimer(id: number): void {
  setTimer(id, TOAST_DURATION, () => closeToast(id));
}

function setTimer(id: number, milliseconds: number, callback: () => void): void {
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(callback, milliseconds));
}
