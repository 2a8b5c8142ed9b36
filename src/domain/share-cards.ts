/**
 * Version of the share cards, the pictures that other sites show for links to Octavo. It is part of every card's URL.
 * Increase it whenever the design changes. Otherwise, other sites show the old card from their caches.
 */
export const SHARE_CARD_VERSION = 2;

/** Width and height in pixels of the pictures that other sites show for links to Octavo. */
export const SHARE_CARD_SIZE = { width: 1200, height: 630 } as const;

/** Maximum file size of a share card, in bytes. WhatsApp ignores larger pictures in link previews. */
export const MAX_SHARE_CARD_BYTES = 100_000;
