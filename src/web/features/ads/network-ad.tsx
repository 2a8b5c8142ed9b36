import { type RefObject, useEffect, useRef, useState } from 'react';
import { AD_FRAME_MESSAGES, AD_FRAME_PERMISSIONS } from '#domain/ad-frames.ts';
import type { AdSlot } from '#domain/ads.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { useConsent } from '#web/reader/consent.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './network-ad.module.css';

interface NetworkAdProps {
  /** The URL of the page that the iframe loads. It is a path on this origin or a URL on another origin. */
  frameUrl: string;
  slot: AdSlot;
}

/**
 * An ad from the ad network. It loads once its slot comes near the viewport. It is shown only to visitors and Free
 * readers, and only after they have agreed to advertising.
 */
export function NetworkAd(props: NetworkAdProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const mayShowAds = useMayShowAds();
  const isNear = useIsNearViewport(marker);
  return (
    <>
      <span ref={marker} />
      {mayShowAds && isNear && <AdFrame {...props} />}
    </>
  );
}

/**
 * Returns true if the reader's plan has ads and the reader has agreed to advertising. A visitor
 * counts as a Free reader.
 */
function useMayShowAds(): boolean {
  const tier = useReader()?.tier ?? 'free';
  const hasConsented = useConsent()?.choices.advertising ?? false;
  return hasConsented && TIER_BENEFITS[tier].ads;
}

/** Returns true once an element has come near the viewport. */
function useIsNearViewport(marker: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setIsNear(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(marker.current!);
    return () => observer.disconnect();
  }, [marker]);
  return isNear;
}

/** Timeout in milliseconds for an ad. If the iframe has not reported an ad by then, the slot counts as unfilled. */
const AD_TIMEOUT = 10_000;

/**
 * The sandboxed iframe that loads an ad. It stays hidden until it reports that it has an ad. It is
 * removed if it reports that it has none, or reports nothing before the timeout. A frame on
 * Octavo's own origin does not get `allow-same-origin`, so it has no access to Octavo's page,
 * cookies and storage.
 */
function AdFrame({ frameUrl, slot }: NetworkAdProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'awaited' | 'filled' | 'missing' | 'collapsed'>('awaited');

  useEffect(() => {
    const showAd = () => {
      clearTimeout(timer);
      setState('filled');
    };
    const removeAd = () => {
      clearTimeout(timer);
      // A slot without an ad collapses only if it is below the viewport. Otherwise, it keeps its height, so that the
      // visible text does not move.
      const isBelow = (frame.current?.getBoundingClientRect().top ?? 0) > innerHeight;
      setState(isBelow ? 'collapsed' : 'missing');
    };
    const timer = setTimeout(removeAd, AD_TIMEOUT);
    const handleMessage = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (data === AD_FRAME_MESSAGES.filled) showAd();
      if (data === AD_FRAME_MESSAGES.unfilled) removeAd();
    };
    addEventListener('message', handleMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', handleMessage);
    };
  }, []);

  if (state === 'missing') return null;
  if (state === 'collapsed') return <span hidden data-state={state} />;
  const isCrossOrigin = /^https?:/.test(frameUrl);
  return (
    // `inert` prevents the hidden iframe from receiving focus.
    <div className={styles.ad} data-state={state} inert={state === 'awaited'}>
      <p>Advertisement</p>
      <iframe
        title="Advertisement"
        src={`${frameUrl}?slot=${slot}`}
        sandbox={[...AD_FRAME_PERMISSIONS, ...(isCrossOrigin ? ['allow-same-origin'] : [])].join(
          ' ',
        )}
        referrerPolicy="origin"
        ref={frame}
      />
    </div>
  );
}
