import { type ComponentType, useEffect, useState } from 'react';
import type { PageAds, AdSlot as Slot } from '#domain/ads.ts';
import { Link } from '#ui/link.tsx';
import styles from './ad-slot.module.css';

interface AdSlotProps {
  slot: Slot;
  ads: PageAds;
}

/**
 * A slot for an ad. The style sheet hides the slot from Premium readers before the first paint. The server renders a
 * house ad (an ad for Octavo itself) into the slot. For readers who have agreed to advertising, an ad from the ad
 * network covers the house ad once it has loaded. If there is neither a house ad nor an ad network, the slot has no
 * height.
 */
export function AdSlot({ slot, ads: { house, frames } }: AdSlotProps) {
  const Network = useNetwork(frames);
  const own = house[slot];
  if (!own && !frames) return null;
  return (
    <aside
      className={styles.slot}
      data-slot={slot}
      data-network={frames ? '' : undefined}
      data-nosnippet=""
    >
      {own && (
        <Link className={styles.house} to={own.to}>
          <span className={styles.label}>Ad · From Octavo</span>
          <span className={styles.text}>{own.text}</span>
        </Link>
      )}
      {Network && <Network frames={frames!} slot={slot} />}
    </aside>
  );
}

type Network = ComponentType<Parameters<typeof import('./network-ad.tsx').NetworkAd>[0]>;

/** Loads the component that shows the ad network's ads. If loading fails, house ads stay visible. */
function useNetwork(frames: string | null): Network | undefined {
  const [Network, setNetwork] = useState<Network>();
  useEffect(() => {
    // Ad blockers may block this chunk. It is not loaded with `awaitChunk`, which would reload the page if the chunk is
    // missing.
    if (frames)
      import('./network-ad.tsx').then((chunk) => setNetwork(() => chunk.NetworkAd)).catch(() => {});
  }, [frames]);
  return Network;
}
