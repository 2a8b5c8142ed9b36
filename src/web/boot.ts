/**
 * The inline script of every screen's document. Before the first paint, it sets the theme, the reading settings, and
 * the attributes of `<html>` that tell style sheets about the reader. The server cannot set them, because the HTML of
 * public pages is the same for everybody. The script then hydrates the page on the first interaction.
 *
 * The script is bundled into one file. Other code must not import its modules, because the import would create a second
 * copy of them.
 *
 * After hydration, `reader/session.ts` and `reader/consent.ts` update the attributes. This script keeps the theme and
 * the reading settings in sync with storage while the page is open.
 */
import { applyAndFollowStoredAppearance } from './boot/appearance.ts';
import { markConsentState } from './boot/consent.ts';
import { readDocumentCookies } from './boot/cookies.ts';
import { holdClicksUntilHydration } from './boot/early-clicks.ts';
import { loadFonts } from './boot/fonts.ts';
import { hydrateOnInteraction } from './boot/hydration.ts';
import { deferLayoutBelowViewport, layOutWholePageWhenIdle } from './boot/layout-below.ts';
import { documentRoot } from './boot/root.ts';
import { markSignedInOrDropCache } from './boot/session.ts';
import { needsImmediateHydration } from './boot/visit.ts';

documentRoot.classList.add('js');
applyAndFollowStoredAppearance();
const cookies = readDocumentCookies();
markSignedInOrDropCache(cookies);
if (!needsImmediateHydration() && !location.hash) deferLayoutBelowViewport();
markConsentState(cookies);
loadFonts(document.querySelector<HTMLStyleElement>('style[data-fonts]'), layOutWholePageWhenIdle);
// The listeners that start hydration are added first, because the listeners that record clicks hide the clicks from all
// listeners added after them.
hydrateOnInteraction(document.currentScript?.dataset ?? {});
holdClicksUntilHydration();
