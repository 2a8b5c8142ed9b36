/** Where an article has room for an ad, from its head to its foot (spec 2, "Article page"; spec 9: five). */
export const AD_SLOTS = ['header', 'point-1', 'point-2', 'point-3', 'footer'] as const;
export type AdSlot = (typeof AD_SLOTS)[number];

/** An ad of our own, as it is shown. */
export interface HouseAd {
  /** Whose it is, and what. */
  label: string;
  /** The address it leads to. */
  to: string;
  title: string;
  note: string;
}

/** What a page shows to whoever has ads. */
export interface PageAds {
  /** One for each of {@link AD_SLOTS}, in their order; fewer where there is nothing else to speak of. */
  house: readonly HouseAd[];
  /**
   * Where the frames of the ad network are, for who agrees to it: a path of ours, or an address on an origin of their
   * own. `null` where there is no network.
   */
  frames: string | null;
}
