/** The five positions of ads in an article, from top to bottom (spec 2, "Article page", and spec 9). */
export const AD_SLOTS = ['header', 'point-1', 'point-2', 'point-3', 'footer'] as const;
export type AdSlot = (typeof AD_SLOTS)[number];

/** Ad slots that can show a house ad. Without an ad network, the other slots are empty and have no height. */
export const HOUSE_AD_SLOTS = ['point-2', 'footer'] as const satisfies readonly AdSlot[];

/** An ad for Octavo itself. */
export interface HouseAd {
  /** Path of the page that the ad links to. */
  to: string;
  /** Text of the ad, in one line. */
  text: string;
}

/** Ads on a page, for readers whose tier includes ads. */
export interface PageAds {
  /** House ads by slot. A slot of {@link HOUSE_AD_SLOTS} is omitted only if there is nothing else to advertise. */
  house: Readonly<Partial<Record<AdSlot, HouseAd>>>;
  /**
   * URL of the document that ad frames load: a path on this site, or a URL on a separate origin; `null` if no ad
   * network is configured. Ad frames are shown only to readers who consent to advertising.
   */
  frames: string | null;
}
