/**
 * The inline script of every document. Before the first paint, sets the theme and the attributes that style sheets read
 * about the reader, since public pages are the same bytes for everybody. Then hydrates the page on the first
 * interaction. It is bundled into one script, so nothing else may import its modules. `reader/session.ts`,
 * `reader/consent.ts` and `features/appearance/theme.ts` take over after hydration.
 */
import { showConsent } from './boot/consent.ts';
import { readCookies } from './boot/cookies.ts';
import { repeatEarlyPresses } from './boot/early-presses.ts';
import { loadFonts } from './boot/fonts.ts';
import { hydrateOnInteraction } from './boot/hydration.ts';
import { deferLayoutBelow, layOutAll } from './boot/layout-below.ts';
import { root } from './boot/root.ts';
import { markSession } from './boot/session.ts';
import { applyTheme } from './boot/theme.ts';
import { isAwaited } from './boot/visit.ts';

root.classList.add('js');
applyTheme();
const cookies = readCookies();
markSession(cookies);
if (!isAwaited() && !location.hash) deferLayoutBelow();
showConsent(cookies);
loadFonts(document.querySelector<HTMLStyleElement>('style[data-fonts]'), layOutAll);
// First, so that a press that is kept still starts the hydration.
hydrateOnInteraction(document.currentScript?.dataset ?? {});
repeatEarlyPresses();
