import type { DataRouter } from 'react-router';
import { getScreenUrl } from './prefetch.ts';

const LINK_IN_HTML = ':is([data-anchor], [data-static-page]) a';

/**
 * Makes links in HTML that React did not render, such as the text of articles and static pages, navigate on the client.
 * A narration keeps playing during such a navigation. The browser handles clicks with modifier keys.
 */
export function followLinksInText(router: DataRouter): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || hasModifier(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(LINK_IN_HTML);
    const address = link && getScreenUrl(link);
    if (!address) return;
    event.preventDefault();
    router.navigate(address + link.hash);
  });
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;
