/**
 * Stands in the document itself and runs before the first paint, so that the first frame is right: the theme, and what
 * the stylesheet must know of the reader. Public pages are the same bytes for everybody; this is what makes them look
 * the reader's own. Then it hydrates the page once somebody does more than look at it. It is bundled into one inline
 * script, so nothing else may import its modules. `reader/session.ts`, `reader/consent.ts` and
 * `features/appearance/theme.ts` continue from here.
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
// Before presses are kept: they are a sign, too.
hydrateOnInteraction(document.currentScript?.dataset ?? {});
repeatEarlyPresses();
