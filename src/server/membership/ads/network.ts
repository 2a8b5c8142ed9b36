import { AD_SLOTS, type AdSlot } from '#domain/ads.ts';
import type { Config } from '#server/platform/config.ts';

/** The configuration of the ad network, Google AdSense. */
export interface AdNetworkSettings {
  /** The ID of the AdSense account, such as `ca-pub-1234567890123456`. */
  client: string;
  /** The ID of the AdSense ad unit for each ad slot. */
  units: Readonly<Record<AdSlot, string>>;
  /** The origin that serves ad frames, separate from the site's origin. Undefined if the site's origin serves them. */
  origin: string | undefined;
}

/** The path of ad frames. It is the same on the separate origin for ads and on the site's origin. */
export const AD_FRAME_PATH = '/ads/frame';

/**
 * Returns the configured ad network, or `undefined` if none is configured. Without an ad network, pages show only house
 * ads, which advertise Octavo itself.
 */
export function getAdNetworkSettings(config: Config): AdNetworkSettings | undefined {
  const { ADSENSE_CLIENT: client, ADSENSE_SLOTS, ADS_ORIGIN: origin } = config;
  if (!client || !ADSENSE_SLOTS) return undefined;
  const ids = ADSENSE_SLOTS.split(',').map((id) => id.trim());
  const units = Object.fromEntries(AD_SLOTS.map((slot, at) => [slot, ids[at]!]));
  return { client, units: units as Record<AdSlot, string>, origin };
}

/** Returns the URL of the ad frame, or `null` if no ad network is configured. */
export function getAdFrameUrl(network: AdNetworkSettings | undefined): string | null {
  return network ? (network.origin ?? '') + AD_FRAME_PATH : null;
}
