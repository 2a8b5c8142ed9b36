import type { DataRouter } from 'react-router';
import { addressOf } from './prefetch.ts';

/**
 * Has the router follow links that stand in the text of articles, which is HTML and no component: a narration goes on
 * as it does with every other link. Whatever a browser does differently, such as open it in a new tab, is left to it.
 */
export function followLinksInText(router: DataRouter): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || hasModifier(event)) return;
    const address = (event.target as Element).closest('[data-anchor]') && addressOf(event.target);
    if (!address) return;
    event.preventDefault();
    router.navigate(address);
  });
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;
