import { AD_SLOTS, type AdSlot } from '#domain/ads.ts';
import type { Config } from '#server/platform/config.ts';

/** The configuration of the ad network, Google AdSense. */
export interface AdNetwork {
  /** The account, `ca-pub-…`. */
  client: string;
  /** The ad unit of each slot. */
  units: Readonly<Record<AdSlot, string>>;
  /** The origin that serves the frames; `undefined` means the product's own. */
  origin: string | undefined;
}

/** The path of the ad frame, on either origin. */
export const AD_FRAME_PATH = '/ads/frame';

/** Returns the configured ad network; `undefined` without one, so that nothing of it is ever loaded. */
export function readAdNetwork(config: Config): AdNetwork | undefined {
  const { ADSENSE_CLIENT: client, ADSENSE_SLOTS, ADS_ORIGIN: origin } = config;
  if (!client || !ADSENSE_SLOTS) return undefined;
  const ids = ADSENSE_SLOTS.split(',').map((id) => id.trim());
  const units = Object.fromEntries(AD_SLOTS.map((slot, at) => [slot, ids[at]!]));
  return { client, units: units as Record<AdSlot, string>, origin };
}

/** Returns the URL of the ad frame; `null` without a network. */
export function getAdFrameUrl(network: AdNetwork | undefined): string | null {
  return network ? (network.origin ?? '') + AD_FRAME_PATH : null;
}
