import { useEffect, useId, useRef, useState } from 'react';
import type { LinkPreviewTags } from '#domain/link-previews.ts';
import { copy } from '../../../copy.ts';
import { createPreviewTexts, type PreviewPlace } from './places.ts';
import styles from './shared-link.module.css';

const words = copy.sharedLink;

interface PlacePreviewProps {
  place: PreviewPlace;
  tags: LinkPreviewTags;
}

/** Shows the preview of a link as a place shows it, and says which texts are cut off there. */
export function PlacePreview({ place, tags }: PlacePreviewProps) {
  const name = useId();
  const texts = createPreviewTexts(place, tags);
  const card = useRef<HTMLDivElement>(null);
  const clipped = useClippedTexts(card);
  const isCutOff = {
    title: clipped.has('title') || texts.title !== tags.title,
    description: clipped.has('description'),
  };
  const note = noteOf(isCutOff);
  const { id, crop, title, description } = place;
  const picture = (
    <img
      className={styles.picture}
      data-crop={crop}
      src={tags.image}
      alt={tags.imageAlt ?? ''}
      width={tags.imageSize?.width}
      height={tags.imageSize?.height}
    />
  );
  return (
    <figure className={styles.place} aria-labelledby={name}>
      <figcaption>
        <h3 id={name}>{place.name}</h3>
      </figcaption>
      <div ref={card} className={styles.card} data-place={id}>
        {place.picture === 'first' && picture}
        <div className={place.hasTitleOnPicture ? styles.onPicture : styles.texts}>
          {texts.siteName && <p className={styles.quiet}>{texts.siteName}</p>}
          <p className={styles.title} data-text="title" data-lines={title.lines}>
            {texts.title}
          </p>
          {texts.description && (
            <p data-text="description" data-lines={description?.lines}>
              {texts.description}
            </p>
          )}
          {texts.host && !place.hasTitleOnPicture && <p className={styles.quiet}>{texts.host}</p>}
        </div>
        {place.picture === 'last' && picture}
      </div>
      {texts.host && place.hasTitleOnPicture && <p className={styles.quiet}>{texts.host}</p>}
      {note && <p className={styles.note}>{note}</p>}
    </figure>
  );
}

function noteOf({ title, description }: { title: boolean; description: boolean }) {
  if (title && description) return words.cutOff.both;
  if (title) return words.cutOff.title;
  return description ? words.cutOff.description : undefined;
}

/** Returns the names of the texts in a card that are longer than their lines. */
function useClippedTexts(card: React.RefObject<HTMLElement | null>): ReadonlySet<string> {
  const [clipped, setClipped] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const texts = [...card.current!.querySelectorAll<HTMLElement>('[data-text]')];
    const observer = new ResizeObserver(() =>
      setClipped(
        new Set(
          texts
            .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
            .map(({ dataset }) => dataset.text!),
        ),
      ),
    );
    for (const text of texts) observer.observe(text);
    return () => observer.disconnect();
  }, [card]);
  return clipped;
}
