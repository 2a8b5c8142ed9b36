import type { DataRouter } from 'react-router';
import { getLinkedScreenUrl } from './prefetch.ts';

const LINK_IN_HTML = ':is([data-anchor], [data-static-page]) a';

/**
 * Starts a client-side navigation when the reader clicks a link in HTML that React did not render, such as an article's
 * text or a static page. Because no document is loaded, a narration continues to play. The browser handles clicks with
 * modifier keys.
 */
export function handleLinkClicksInText(router: DataRouter): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || hasModifier(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(LINK_IN_HTML);
    const url = link && getLinkedScreenUrl(link);
    if (!url) return;
    event.preventDefault();
    router.navigate(url + link.hash);
  });
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;
