import { type ComponentType, useEffect, useState } from 'react';
import { AD_SLOTS, type PageAds, type AdSlot as Slot } from '#domain/ads.ts';
import { Link } from '#web/ui/link.tsx';
import { ROW, RowWords } from '#web/ui/row-words.tsx';
import styles from './ad-slot.module.css';

interface AdSlotProps {
  slot: Slot;
  ads: PageAds;
}

/**
 * A place for an ad, which keeps its size whatever is in it; who has no ads has none of its room either (the stylesheet
 * sees to that before the first paint). One of our own stands in it from the start. Where there is an ad network, and
 * somebody agrees to it, its ad is laid over ours once it has come.
 */
export function AdSlot({ slot, ads: { house, frames } }: AdSlotProps) {
  const Network = useNetwork(frames);
  const own = house[AD_SLOTS.indexOf(slot)];
  return (
    own && (
      <aside className={styles.slot} data-slot={slot} data-nosnippet="">
        <p>{own.label}</p>
        <Link className={ROW} to={own.to}>
          <RowWords title={own.title}>{own.note}</RowWords>
        </Link>
        {Network && <Network frames={frames!} slot={slot} />}
      </aside>
    )
  );
}

type Network = ComponentType<Parameters<typeof import('./network.tsx').Network>[0]>;

/** What shows the network's ads, where there is one. Where it cannot be loaded, ours stay. */
function useNetwork(frames: string | null): Network | undefined {
  const [Network, setNetwork] = useState<Network>();
  useEffect(() => {
    // Without what a missing chunk does to a page elsewhere: some blockers take this one for what it is.
    if (frames)
      import('./network.tsx').then((chunk) => setNetwork(() => chunk.Network)).catch(() => {});
  }, [frames]);
  return Network;
}
