/**
 * Version of the cards. It is part of every card's URL. Increase it whenever the design changes; otherwise, other sites
 * show the old card from their caches.
 */
export const SHARE_CARD_VERSION = 2;

/** Size in pixels of the pictures that other sites show for a link to Octavo. */
export const SHARE_CARD_SIZE = { width: 1200, height: 630 } as const;

/** Maximum size of a card in bytes. WhatsApp ignores large pictures. */
export const MAX_SHARE_CARD_BYTES = 100_000;
