/**
 * Runs before the first paint, as a blocking script of its own, so that the first frame is right: the
 * theme, and what the stylesheet must know of the reader. Public pages are the same bytes for everybody;
 * this is what makes them look the reader's own. It imports nothing: a classic script cannot, and this one
 * stands in the way of everything else. `reader/session.ts` and `features/appearance/theme.ts` go on from here.
 */
const root = document.documentElement;
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

const { sub, email, tier } = claimsOfReader();
if (typeof sub === 'string' && typeof email === 'string') {
  root.dataset.signedIn = '';
  if (tier === 'premium') root.dataset.premium = '';
} else {
  delete root.dataset.signedIn;
  dropReadersCache();
}

repeatEarlyPress();

/** What the `id_token` cookie says; nothing where there is none, or none of ours. */
function claimsOfReader(): Record<string, unknown> {
  try {
    const claims = /(?:^|;\s*)id_token=[^.;]*\.([^.;]+)/.exec(document.cookie)?.[1] ?? '';
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    return {};
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

/** What only a script can do may be pressed before that script is there: it is done as soon as it can be. */
function repeatEarlyPress() {
  let pressed: HTMLElement | undefined;
  const notePress = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button.needs-js, .needs-js button');
    if (button) pressed = button;
  };
  const repeatPress = () => {
    removeEventListener('click', notePress);
    if (pressed?.isConnected) pressed.click();
  };
  addEventListener('click', notePress);
  // entry-client.tsx says so.
  addEventListener('octavo:alive', repeatPress, { once: true });
}
