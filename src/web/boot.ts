/**
 * Stands in the document itself and runs before the first paint, so that the first frame is right: the theme, and what
 * the stylesheet must know of the reader. Public pages are the same bytes for everybody; this is what makes them look
 * the reader's own. Then it has the page come alive, once somebody does more than look at it. It imports nothing: it
 * stands in the way of everything else. `reader/session.ts`, `reader/consent.ts` and `features/appearance/theme.ts` go
 * on from here.
 */
const root = document.documentElement;
/** Milliseconds after which a picture that is still on its way holds nothing up any more. */
const PATIENCE = 3000;
/** Milliseconds after a letter in which another one is likely. */
const TYPING = 250;
/** Milliseconds a press waits for the scripts: a hanging request reports no error. */
const PRESS_TIMEOUT = 15_000;
/** Stores when this tab last reloaded because of a script that failed to load; shared with `lib/chunks.ts`. */
const RELOADED = 'reloaded-for-chunk';
/** Milliseconds until the next such reload. */
const RELOAD_AGAIN = 60_000;
/** When the last letter was typed: milliseconds since the page was opened. */
let typedAt = Number.NEGATIVE_INFINITY;
/** What is pressed for its script. The way to the next page of a list works without, but loses what is shown. */
const WITH_SCRIPT = 'button.needs-js, .needs-js button, .needs-js label, a[rel=next]';
/** What has been pressed of that, and is still to be done. */
const pressed = new Set<HTMLElement>();
/** What a press is made of besides its click. */
const PARTS_OF_PRESS = [
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'mousedown',
  'mouseup',
];
/** What somebody does who does more than look. */
const SIGNS = [
  'pointermove',
  'pointerdown',
  'click',
  'keydown',
  'focusin',
  'input',
  'scroll',
  'wheel',
];
root.classList.add('js');

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme;
    // The browser's own bars follow: the theme's colour, without the condition on the device's.
    const colour = document
      .querySelector(`meta[name="theme-color"][media*="${theme}"]`)
      ?.cloneNode() as Element | undefined;
    colour?.removeAttribute('media');
    if (colour) document.head.prepend(colour);
  }
} catch {
  // Storage is closed to us: the system's theme it is.
}

/** Read once: the browser asks another process for them. */
const cookies = cookiesOfPage();
const { sub, email, tier } = claimsOfReader();
if (typeof sub === 'string' && typeof email === 'string') {
  root.dataset.signedIn = '';
  if (tier === 'premium') root.dataset.premium = '';
} else {
  delete root.dataset.signedIn;
  dropReadersCache();
}

if (!isExpected() && !location.hash) beginAtTheTop();
showConsent();
haveFontsFetched(document.querySelector<HTMLStyleElement>('style[data-fonts]'), endAtTheBottom);
// Before presses are kept: they are a sign, too.
comeAliveWhenWanted(document.currentScript?.dataset ?? {});
repeatEarlyPresses();

function cookiesOfPage(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** What the `id_token` cookie says; nothing where there is none, or none of ours. */
function claimsOfReader(): Record<string, unknown> {
  try {
    const claims = /(?:^|;\s*)id_token=[^.;]*\.([^.;]+)/.exec(cookies)?.[1] ?? '';
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    return {};
  }
}

/**
 * Marks a page whose reader must be asked about cookies, or has agreed to ads of a network. The reader is asked unless
 * they have answered this version of the question, the browser answers for them (Global Privacy Control), or it stores no
 * cookies and so could keep no answer.
 */
function showConsent(): void {
  if (navigator.globalPrivacyControl) return;
  const answer = consentGiven();
  if (answer?.advertising) root.dataset.advertising = '';
  if (!answer && canStoreCookies()) root.dataset.consent = 'asked';
}

/** Returns the reader's answer to this version of the question about cookies. */
function consentGiven(): { advertising?: boolean } | undefined {
  try {
    const value = /(?:^|;\s*)cookie_consent=([^;]+)/.exec(cookies)![1]!;
    const answer = JSON.parse(decodeURIComponent(value));
    return answer.version === '1.0' ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Some browsers claim that cookies are enabled, and store none. */
function canStoreCookies(): boolean {
  const write = (rest: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
    document.cookie = `cookie_probe=${rest}; path=/; samesite=lax`;
  };
  try {
    write('1');
    const isKept = document.cookie.includes('cookie_probe=1');
    write('; max-age=0');
    return navigator.cookieEnabled && isKept;
  } catch {
    return false;
  }
}

/** What was kept of a reader in this browser went with them. */
function dropReadersCache() {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith('cache:')) storage.removeItem(name);
  } catch {
    // Storage is closed to us, and so empty.
  }
}

/**
 * Who comes by a link reads from the top: what stands far below need not be laid out for the first screen, nor once more
 * when the fonts are taken up (`article-text.module.css`). Whoever is led back to a place in a text needs its true height.
 */
function beginAtTheTop() {
  root.dataset.fromTop = '';
}

/** Everything may be laid out now, as soon as nothing else is to be done. */
function endAtTheBottom() {
  const end = () => delete root.dataset.fromTop;
  if ('requestIdleCallback' in window) requestIdleCallback(end);
  else setTimeout(end);
}

/**
 * What only a script can do, or does better, may be pressed before that script is there: it is done as soon as it can
 * be. Until then nobody else hears of it, nor of what works without, like a link: React would have to take over the whole
 * page within the press.
 */
function repeatEarlyPresses() {
  let waiting: ReturnType<typeof setTimeout>;
  const keep = (press: MouseEvent) => {
    press.stopPropagation();
    const { altKey, ctrlKey, metaKey, shiftKey } = press;
    const control = (press.target as Element).closest<HTMLElement>(WITH_SCRIPT);
    if (!control || altKey || ctrlKey || metaKey || shiftKey) return;
    press.stopImmediatePropagation();
    if (control instanceof HTMLAnchorElement) press.preventDefault();
    control.ariaBusy = 'true';
    pressed.add(control);
    clearTimeout(waiting);
    waiting = setTimeout(releasePresses, PRESS_TIMEOUT);
  };
  const hush = (part: Event) => part.stopPropagation();
  addEventListener('click', keep, true);
  for (const part of PARTS_OF_PRESS) addEventListener(part, hush, { capture: true, passive: true });
  // entry-client.tsx says so.
  addEventListener(
    'octavo:alive',
    () => {
      clearTimeout(waiting);
      removeEventListener('click', keep, true);
      for (const part of PARTS_OF_PRESS) removeEventListener(part, hush, true);
      for (const control of letGo()) control.click();
    },
    { once: true },
  );
}

/** The presses that were kept, which are so no longer. */
function letGo(): HTMLElement[] {
  const controls = [...pressed].filter(({ isConnected }) => isConnected);
  for (const control of pressed) control.ariaBusy = null;
  pressed.clear();
  return controls;
}

/** Follows the links that were pressed, and makes the buttons look idle again. */
function releasePresses(): void {
  for (const control of letGo())
    if (control instanceof HTMLAnchorElement) location.assign(control.href);
}

/**
 * Loads the page's scripts when somebody does anything with it, and for who is signed in, or comes back to where they
 * were, as soon as it has been painted. An article that is only read costs its reader none of them.
 */
function comeAliveWhenWanted({ scripts, isApp }: DOMStringMap) {
  if (!scripts) return;
  let isWanted = false;
  let hasFailed = false;
  const want = (sign?: Event) => {
    if (isWanted || (sign && isNobodys(sign))) return;
    isWanted = true;
    // What was done is seen first.
    requestAnimationFrame(() =>
      setTimeout(async () => {
        try {
          await load(scripts.split(' '));
          for (const sign of SIGNS) removeEventListener(sign, want, true);
        } catch {
          releasePresses();
          if (hasFailed) await reloadOnceReachable(scripts.split(' '));
          hasFailed = true;
          // Whoever tries again later may have a better line.
          isWanted = false;
        }
      }),
    );
  };
  for (const sign of SIGNS) addEventListener(sign, want, { capture: true, passive: true });
  const noteTyping = () => {
    typedAt = performance.now();
  };
  addEventListener('input', noteTyping, { capture: true, passive: true });
  addEventListener('octavo:alive', () => removeEventListener('input', noteTyping, true), {
    once: true,
  });
  // A picture that cannot be had has another put in its place.
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && want(), true);
  if (isApp !== undefined || isExpected()) whenPainted(want);
}

/**
 * Reloads the page if its scripts can be fetched by now: Firefox and Safari cache a failed import for as long as the
 * document lives.
 */
async function reloadOnceReachable(scripts: readonly string[]): Promise<void> {
  try {
    const answers = await Promise.all(scripts.map((script) => fetch(script)));
    if (!answers.every(({ ok }) => ok)) return;
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN) return;
    sessionStorage.setItem(RELOADED, String(now));
    location.reload();
  } catch {
    // Still unreachable; or there is no storage, and the page would reload forever.
  }
}

/** Rows that scroll sideways take their places by themselves, and a pointer at rest "moves" when a page comes under it. */
function isNobodys(sign: Event): boolean {
  if (sign.type === 'scroll') return sign.target !== document;
  return (
    sign instanceof PointerEvent &&
    sign.type === 'pointermove' &&
    !sign.movementX &&
    !sign.movementY
  );
}

/** Calls `then` once something of the page has been seen, and what it asked for at once is there. */
function whenPainted(then: () => void) {
  let isDone = false;
  const watch = () => {
    if (isDone) return;
    isDone = true;
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      then();
    }).observe({ type: 'paint', buffered: true });
  };
  addEventListener('load', watch);
  setTimeout(watch, PATIENCE);
}

/**
 * On a first visit the fonts leave the line to the page and its pictures; the device's own stand in for them. Once they
 * have been fetched they are there with the next page's first paint. Calls `then` when letters stay as they are.
 */
function haveFontsFetched(style: HTMLStyleElement | null, then: () => void) {
  if (!style) return whenPainted(then);
  const first = style.dataset.fonts!.split(' ');
  const use = () => {
    style.media = 'all';
  };
  if (haveBeenFetched()) {
    use();
    for (const href of first)
      addToHead({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    whenPainted(then);
  } else
    whenPainted(async () => {
      // What does not come now is asked for again by the rules.
      const faces = await Promise.allSettled(facesOf(style, first).map((face) => face.load()));
      for (const face of faces) if (face.status === 'fulfilled') document.fonts.add(face.value);
      use();
      then();
      document.fonts.ready.then(noteFetched);
    });
}

/**
 * The fonts of some files, by the rules that name them. Taken up by hand, and all in one frame: each that a rule fetches
 * would have the page laid out twice more, once for the rule and once for the font.
 */
function facesOf({ sheet }: HTMLStyleElement, files: readonly string[]): FontFace[] {
  return ([...(sheet?.cssRules ?? [])] as CSSFontFaceRule[]).flatMap(({ style }) => {
    const src = style.getPropertyValue('src');
    if (!files.some((file) => src.includes(file))) return [];
    return new FontFace(style.getPropertyValue('font-family').replaceAll('"', ''), src, {
      weight: style.getPropertyValue('font-weight'),
      style: style.getPropertyValue('font-style'),
      unicodeRange: style.getPropertyValue('unicode-range'),
      display: 'swap',
    });
  });
}

function haveBeenFetched(): boolean {
  try {
    return localStorage.getItem('fonts') !== null;
  } catch {
    return false;
  }
}

function noteFetched() {
  try {
    localStorage.setItem('fonts', 'fetched');
  } catch {
    // Storage is closed to us, or full.
  }
}

function addToHead(link: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), link));
}

/** Whether the page has more to show, or to tell, than the server has sent. */
function isExpected(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = visit?.type === 'navigate';
  return (
    !isFirst ||
    root.dataset.signedIn === '' ||
    /[?&](error|signed-out|checkout)\b/.test(location.search)
  );
}

/**
 * Fetches scripts all at once, and runs them one after the other, with room for others in between. Whoever is typing
 * sees their letters first; and a document that is still on its way comes first: React would take half of it for another
 * page, and the browser go on with the server's below that.
 */
async function load(scripts: readonly string[]) {
  for (const href of scripts) addToHead({ rel: 'modulepreload', href });
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  for (const script of scripts) {
    while (performance.now() - typedAt < TYPING)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await import(/* @vite-ignore */ script);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
