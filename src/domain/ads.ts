/** The five positions for ads on an article page, from top to bottom (spec 2, "Article page", and spec 9). */
export const AD_SLOTS = ['header', 'point-1', 'point-2', 'point-3', 'footer'] as const;
export type AdSlot = (typeof AD_SLOTS)[number];

/**
 * Ad slots that can show a house ad (an ad for Octavo itself). If no ad network is configured, all other slots stay
 * empty and take up no space.
 */
export const HOUSE_AD_SLOTS = ['point-2', 'footer'] as const satisfies readonly AdSlot[];

/** An ad for Octavo itself. */
export interface HouseAd {
  /** Path of the page that the ad links to. */
  to: string;
  /** One-line text of the ad. */
  text: string;
}

/** The ads on a page. They are shown only to visitors and to readers whose tier includes ads. */
export interface PageAds {
  /** House ads (ads for Octavo itself) by slot. A slot is omitted if Octavo has nothing to advertise in it. */
  house: Readonly<Partial<Record<AdSlot, HouseAd>>>;
  /**
   * URL of the document that ad frames load. It is a path on this site or a URL on a separate
   * origin. `null` if no ad network is configured. Ad frames are shown only to visitors and readers
   * who have consented to advertising.
   */
  frames: string | null;
}
