import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  MAX_STOCK_PHOTO_QUERY_LENGTH,
  STOCK_PHOTO_KEYWORDS,
  STOCK_PHOTO_SERVICE_IDS,
  STOCK_PHOTO_SERVICES,
  type StockPhotoServiceId,
} from '#domain/studio/pictures.ts';
import { copy } from '../../../copy.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { ShowMoreButton } from '../../../ui/paged-list.tsx';
import { QueryContent } from '../../../ui/query-content.tsx';
import styles from './picture.module.css';
import { stockPhotosQuery, stockServicesQuery } from './picture-api.ts';
import type { PictureCandidate } from './picture-candidate.ts';
import { PictureGrid } from './picture-grid.tsx';

const text = copy.picture;

interface StockTabProps {
  candidate: PictureCandidate | undefined;
  onPreview: (candidate: PictureCandidate) => void;
}

/** Shows a form that searches the configured stock services for pictures. */
export function StockTab(props: StockTabProps) {
  const query = useQuery(stockServicesQuery);
  return (
    <QueryContent query={query} lines={4}>
      {({ services }) =>
        services.length ? <StockSearch services={services} {...props} /> : <StockSetupNote />
      }
    </QueryContent>
  );
}

function StockSetupNote() {
  return (
    <div className={styles.none}>
      <p>
        <strong>{text.noStock}</strong> {text.setUpStock}
      </p>
      <ul>
        {STOCK_PHOTO_SERVICE_IDS.map((id) => (
          <li key={id}>
            {STOCK_PHOTO_SERVICES[id].label}: <code>{STOCK_PHOTO_SERVICES[id].variable}</code>
          </li>
        ))}
      </ul>
      <p>{text.noStockNote}</p>
    </div>
  );
}

function StockSearch({
  services,
  candidate,
  onPreview,
}: StockTabProps & { services: readonly StockPhotoServiceId[] }) {
  const [service, setService] = useState(services[0]!);
  const [typedText, setTypedText] = useState('');
  const [searchText, setSearchText] = useState('');

  function submitSearch(event: FormEvent) {
    event.preventDefault();
    setSearchText(typedText.trim());
  }

  return (
    <>
      <search>
        <form className={styles.search} onSubmit={submitSearch}>
          <TextField
            label={text.query}
            type="search"
            maxLength={MAX_STOCK_PHOTO_QUERY_LENGTH}
            value={typedText}
            onChange={({ target }) => setTypedText(target.value)}
          />
          {services.length > 1 && (
            <Field label={text.service}>
              {(props) => (
                <select
                  {...props}
                  value={service}
                  onChange={({ target }) => setService(target.value as StockPhotoServiceId)}
                >
                  {services.map((id) => (
                    <option key={id} value={id}>
                      {STOCK_PHOTO_SERVICES[id].label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Button
            className="btn btn-line"
            type="submit"
            disabledReason={!typedText.trim() && text.typeFirst}
          >
            {text.search}
          </Button>
        </form>
      </search>
      <ul className={styles.chips} aria-label={text.suggestions}>
        {STOCK_PHOTO_KEYWORDS.map((keyword) => (
          <li key={keyword}>
            <button
              type="button"
              aria-pressed={searchText === keyword}
              onClick={() => {
                setTypedText(keyword);
                setSearchText(keyword);
              }}
            >
              {keyword}
            </button>
          </li>
        ))}
      </ul>
      {searchText && (
        <StockResults
          key={`${service} ${searchText}`}
          service={service}
          searchText={searchText}
          candidate={candidate}
          onPreview={onPreview}
        />
      )}
    </>
  );
}

function StockResults({
  service,
  searchText,
  candidate,
  onPreview,
}: StockTabProps & { service: StockPhotoServiceId; searchText: string }) {
  const query = useInfiniteQuery(stockPhotosQuery(service, searchText));
  const chosen = candidate?.kind === 'stock' ? candidate.picture.id : undefined;
  return (
    <QueryContent query={query} lines={4}>
      {({ pages }) => {
        const pictures = pages.flatMap((page) => page.pictures);
        return (
          <>
            <p className={styles.found} role="status">
              {pictures.length
                ? text.found(pictures.length, STOCK_PHOTO_SERVICES[service].label)
                : text.noneFound(STOCK_PHOTO_SERVICES[service].label, searchText)}
            </p>
            <PictureGrid
              label={text.from(STOCK_PHOTO_SERVICES[service].label)}
              name="stock"
              items={pictures}
              getKey={({ id }) => id}
              getDescription={({ alt, user }) => `${alt || text.noAlt}, by ${user}`}
              chosen={chosen}
              onChoose={(picture) => onPreview({ kind: 'stock', picture })}
            >
              {({ thumbnail, user }) => (
                <>
                  <img src={thumbnail} alt="" loading="lazy" decoding="async" />
                  <span className={styles.by}>{user}</span>
                </>
              )}
            </PictureGrid>
            <ShowMoreButton query={query} className={styles.more}>
              {text.showMore}
            </ShowMoreButton>
          </>
        );
      }}
    </QueryContent>
  );
}
