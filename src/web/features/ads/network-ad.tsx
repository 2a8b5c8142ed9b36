import { type RefObject, useEffect, useRef, useState } from 'react';
import { AD_FRAME_MESSAGES, AD_FRAME_PERMISSIONS } from '#domain/ad-frames.ts';
import type { AdSlot } from '#domain/ads.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { useConsent } from '#web/reader/consent.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './network-ad.module.css';

interface NetworkProps {
  /** Where frames are: a path of ours, or an address on an origin of their own. */
  frames: string;
  slot: AdSlot;
}

/** An ad of the network, for who has ads and agrees to it, once somebody comes near. */
export function NetworkAd(props: NetworkProps) {
  const place = useRef<HTMLSpanElement>(null);
  const mayAsk = useMayShowAds();
  const isNear = useIsNear(place);
  return (
    <>
      <span ref={place} />
      {mayAsk && isNear && <Frame {...props} />}
    </>
  );
}

/** Whether somebody has ads at all, and lets the network show them. Nobody does who has not been asked. */
function useMayShowAds(): boolean {
  const tier = useReader()?.tier ?? 'free';
  const isAgreed = useConsent()?.choices.advertising ?? false;
  return isAgreed && TIER_LIMITS[tier].ads;
}

/** Whether an element has been about to be seen. */
function useIsNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        setNear(true);
      },
      { rootMargin: '400px' },
    );
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, [place]);
  return isNear;
}

/** Milliseconds after which no ad is expected any more. */
const TIMEOUT = 10_000;

/**
 * The frame in which the network shows an ad. It is not seen before it says that there is one, and goes where it says
 * that there is none, or nothing. On our own origin it has none, and so no way to the page, its cookies or its storage.
 */
function Frame({ frames, slot }: NetworkProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'awaited' | 'filled' | 'missing' | 'collapsed'>('awaited');

  useEffect(() => {
    const fill = () => {
      clearTimeout(clock);
      setState('filled');
    };
    const giveUp = () => {
      clearTimeout(clock);
      // Below the window the slot can lose its height without moving what is being read.
      const isBelow = (frame.current?.getBoundingClientRect().top ?? 0) > innerHeight;
      setState(isBelow ? 'collapsed' : 'missing');
    };
    const clock = setTimeout(giveUp, TIMEOUT);
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (data === AD_FRAME_MESSAGES.filled) fill();
      if (data === AD_FRAME_MESSAGES.unfilled) giveUp();
    };
    addEventListener('message', listen);
    return () => {
      clearTimeout(clock);
      removeEventListener('message', listen);
    };
  }, []);

  if (state === 'missing') return null;
  if (state === 'collapsed') return <span hidden data-state={state} />;
  const isApart = /^https?:/.test(frames);
  return (
    // What is not seen is not reached either.
    <div className={styles.ad} data-state={state} inert={state === 'awaited'}>
      <p>Advertisement</p>
      <iframe
        title="Advertisement"
        src={`${frames}?slot=${slot}`}
        sandbox={[...AD_FRAME_PERMISSIONS, ...(isApart ? ['allow-same-origin'] : [])].join(' ')}
        referrerPolicy="origin"
        ref={frame}
      />
    </div>
  );
}
