import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import {
  createPictureSrcSet,
  createUnsplashCoverSrcSet,
  createWebpPictureUrl,
} from '#domain/images.ts';

/**
 * URLs of the placeholder pictures. They are part of the front-end build, so that pages can show them without a request
 * to another service.
 */
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
  /** Value of the `sizes` attribute: the width of the rendered picture. */
  sizes: string;
  /** True for pictures that are visible without scrolling. They are loaded first. */
  eager?: boolean;
  /** Content to show if the picture fails to load. Default: a random placeholder (spec 8). */
  fallback?: ReactNode;
}

/**
 * A picture in the best format and width that the browser supports. The attributes `width` and `height` reserve space
 * for the picture while it loads.
 */
export function Picture(props: PictureProps) {
  const { src, alt, width, height, sizes, eager = false, fallback } = props;
  const image = useRef<HTMLImageElement>(null);
  const [placeholder, setPlaceholder] = useState<string>();
  const showFallback = useCallback(
    () => setPlaceholder((current) => current ?? pickRandomPlaceholder()),
    [],
  );

  useEffect(() => {
    // Checks whether the picture failed to load before hydration, when no handler for its `error` event existed yet.
    const { complete, naturalWidth, currentSrc } = image.current!;
    if (complete && naturalWidth === 0 && currentSrc) showFallback();
  }, [showFallback]);

  if (placeholder && fallback) return fallback;
  const displayedSrc = placeholder ?? src;
  // Unsplash selects the format itself, depending on the browser. Its pictures therefore need no `<source>` elements.
  const unsplashSrcSet = placeholder ? undefined : createUnsplashCoverSrcSet(src);
  return (
    <picture>
      {!placeholder && createPictureSrcSet(src, 'avif') && (
        <>
          <source
            type="image/avif"
            srcSet={createPictureSrcSet(src, 'avif', sizes)}
            sizes={sizes}
          />
          <source type="image/webp" srcSet={createWebpPictureUrl(src, sizes)} />
        </>
      )}
      <img
        ref={image}
        src={displayedSrc}
        srcSet={unsplashSrcSet}
        sizes={unsplashSrcSet && sizes}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onError={showFallback}
        // Without a load handler, React would delay a transition until the image has loaded, by up to 0.8 s on a slow
        // connection.
        onLoad={noop}
      />
    </picture>
  );
}

function noop() {}

function pickRandomPlaceholder(): string | undefined {
  return PLACEHOLDERS[Math.floor(Math.random() * PLACEHOLDERS.length)];
}
