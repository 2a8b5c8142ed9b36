import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { pictureSrcSet, unsplashSrcSet } from '#domain/images.ts';

/** Pictures that ship with the stylesheets, so that one of them exists whenever the page does. */
const PLACEHOLDERS = Object.values(
  import.meta.glob<string>('./placeholders/*.svg', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
);

export interface PictureProps {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** How wide it stands, in the words of the `sizes` attribute. */
  sizes: string;
  /** Above the fold: fetched at once, before others. */
  eager?: boolean;
  /** What takes its place when it cannot be loaded. Default: a placeholder chosen at random (spec 8). */
  fallback?: ReactNode;
}

/**
 * A picture in the best format and width the browser takes, in a box reserved by `width` and `height`.
 */
export function Picture(props: PictureProps) {
  const { src, alt, width, height, sizes, eager = false, fallback } = props;
  const image = useRef<HTMLImageElement>(null);
  const [placeholder, setPlaceholder] = useState<string>();
  const fallBack = useCallback(
    () => setPlaceholder((current) => current ?? randomPlaceholder()),
    [],
  );

  useEffect(() => {
    // It may have failed before React was there to hear of it.
    const { complete, naturalWidth, currentSrc } = image.current!;
    if (complete && naturalWidth === 0 && currentSrc) fallBack();
  }, [fallBack]);

  if (placeholder && fallback) return fallback;
  const shown = placeholder ?? src;
  // Its own address says in which format it likes to have it.
  const fromElsewhere = placeholder ? undefined : unsplashSrcSet(src);
  return (
    <picture>
      {!placeholder && pictureSrcSet(src, 'avif') && (
        <>
          <source type="image/avif" srcSet={pictureSrcSet(src, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={pictureSrcSet(src, 'webp')} sizes={sizes} />
        </>
      )}
      <img
        ref={image}
        src={shown}
        srcSet={fromElsewhere}
        sizes={fromElsewhere && sizes}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        onError={fallBack}
        // Else React has a move between screens wait for it, and the text with it: up to 0.8 s on a slow line.
        onLoad={nothing}
      />
    </picture>
  );
}

function nothing() {}

function randomPlaceholder(): string | undefined {
  return PLACEHOLDERS[Math.floor(Math.random() * PLACEHOLDERS.length)];
}
