import { type ComponentType, useEffect, useState } from 'react';
import type { PageAds, AdSlot as Slot } from '#domain/ads.ts';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { Link } from '#ui/link.tsx';
import styles from './ad-slot.module.css';

interface AdSlotProps {
  slot: Slot;
  ads: PageAds;
}

/**
 * A place for an ad. The server renders a house ad (an ad for Octavo itself). For readers who have agreed to
 * advertising, an ad from the ad network covers the house ad once it has loaded. Renders nothing if there is neither a
 * house ad nor an ad network. The style sheet hides the slot from Premium readers before the first paint.
 */
export function AdSlot({ slot, ads: { house, frames: frameUrl } }: AdSlotProps) {
  const NetworkAd = useNetworkAdComponent(frameUrl);
  const houseAd = house[slot];
  if (!houseAd && !frameUrl) return null;
  return (
    <aside
      className={styles.slot}
      data-slot={slot}
      data-network={frameUrl ? '' : undefined}
      data-nosnippet=""
    >
      {houseAd && (
        <Link className={styles.house} to={houseAd.to}>
          <span className={styles.label}>Ad · From Octavo</span>
          <span className={styles.text}>{houseAd.text}</span>
        </Link>
      )}
      {NetworkAd && <NetworkAd frameUrl={frameUrl!} slot={slot} />}
    </aside>
  );
}

type NetworkAdComponent = ComponentType<Parameters<typeof import('./network-ad.tsx').NetworkAd>[0]>;

/** Loads the component that shows the ad network's ads. If loading fails, the house ad stays visible. */
function useNetworkAdComponent(frameUrl: string | null): NetworkAdComponent | undefined {
  const [NetworkAd, setNetworkAd] = useState<NetworkAdComponent>();
  useEffect(() => {
    // Ad blockers may block this chunk. In that case, the failure is ignored and the page is not reloaded.
    if (frameUrl)
      prefetchChunk(async () => {
        const chunk = await import('./network-ad.tsx');
        setNetworkAd(() => chunk.NetworkAd);
      });
  }, [frameUrl]);
  return NetworkAd;
}
