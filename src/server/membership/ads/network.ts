import { AD_SLOTS, type AdSlot } from '#domain/ads.ts';
import type { Config } from '#server/platform/config.ts';

/** The ad network, as far as it has been configured: Google AdSense. */
export interface AdNetwork {
  /** Our account there, `ca-pub-…`. */
  client: string;
  /** The ad unit of each slot. */
  units: Readonly<Record<AdSlot, string>>;
  /** The origin frames are served on; `undefined`: the product's own. */
  origin: string | undefined;
}

/** The path of the frames, on whichever origin. */
export const AD_FRAME_PATH = '/ads/frame';

/** The network that is configured; `undefined` where none is, and nothing of one is ever loaded. */
export function readAdNetwork(config: Config): AdNetwork | undefined {
  const { ADSENSE_CLIENT: client, ADSENSE_SLOTS, ADS_ORIGIN: origin } = config;
  if (!client || !ADSENSE_SLOTS) return undefined;
  const ids = ADSENSE_SLOTS.split(',').map((id) => id.trim());
  const units = Object.fromEntries(AD_SLOTS.map((slot, at) => [slot, ids[at]!]));
  return { client, units: units as Record<AdSlot, string>, origin };
}

/** Where pages find the frames; `null` without a network. */
export function getAdFrameUrl(network: AdNetwork | undefined): string | null {
  return network ? (network.origin ?? '') + AD_FRAME_PATH : null;
}
