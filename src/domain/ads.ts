/** Where an article has room for an ad, from its head to its foot (spec 2, "Article page"; spec 9: five). */
export const AD_SLOTS = ['header', 'point-1', 'point-2', 'point-3', 'footer'] as const;
export type AdSlot = (typeof AD_SLOTS)[number];

/** The slots that hold an ad of our own. The others are empty, and have no height, without an ad network. */
export const HOUSE_AD_SLOTS = ['point-2', 'footer'] as const satisfies readonly AdSlot[];

/** An ad of our own. */
export interface HouseAd {
  /** The path it leads to. */
  to: string;
  /** What it says, in one line. */
  text: string;
}

/** The ads of a page, for readers who have ads. */
export interface PageAds {
  /** By slot: those of {@link HOUSE_AD_SLOTS}, or fewer where there is nothing to advertise. */
  house: Readonly<Partial<Record<AdSlot, HouseAd>>>;
  /**
   * Where the ad network's frames are, for readers who agree to it: a path of ours, or an address on an origin of their
   * own. `null` without an ad network.
   */
  frames: string | null;
}
