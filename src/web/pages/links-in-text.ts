import type { DataRouter } from 'react-router';
import { screenUrlOf } from './prefetch.ts';

const LINK_IN_HTML = ':is([data-anchor], [data-static-page]) a';

/**
 * Has the router follow links that stand in the text of articles, which is HTML and no component: a narration goes on
 * as it does with every other link. Whatever a browser does differently, such as open it in a new tab, is left to it.
 */
export function followLinksInText(router: DataRouter): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || hasModifier(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(LINK_IN_HTML);
    const address = link && screenUrlOf(link);
    if (!address) return;
    event.preventDefault();
    router.navigate(address + link.hash);
  });
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;
