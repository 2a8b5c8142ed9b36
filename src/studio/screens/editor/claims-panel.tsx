import { useState } from 'react';
import type { ClaimsFile } from '#domain/claims.ts';
import { findMissingClaimPassages } from '#domain/studio/manuscript.ts';
import { htmlToComparableText } from '#domain/studio/plain-text.ts';
import { copy } from '../../copy.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useArticleEditor } from './article-editor.ts';
import { ClaimDialog } from './claim-dialog.tsx';
import { CLAIM_VALUE_LABELS, EMPTY_CLAIMS } from './claim-labels.ts';
import { ClaimSourceDialog } from './claim-source-dialog.tsx';
import styles from './claims-panel.module.css';
import { useManuscript, useManuscriptPart } from './manuscript-store.ts';

const words = copy.claims;

type Claim = ClaimsFile['claims'][number];

interface ClaimsPanelProps {
  /** The passage that a new claim covers, or `undefined` if the dialog for a new claim is closed. */
  newPassage: string | undefined;
  onNewPassage: (passage: string | undefined) => void;
}

/**
 * Shows four lists: claims about the paragraph that contains the caret, claims about passages that are no longer in the
 * text, all claims, and all sources.
 */
export function ClaimsPanel({ newPassage, onNewPassage }: ClaimsPanelProps) {
  const [file, write] = useManuscriptPart<ClaimsFile | null>('claims');
  const manuscript = useManuscript();
  const { caret } = useArticleEditor();
  const [editedIndex, setEditedIndex] = useState<number>();
  const { claims, sources } = file ?? EMPTY_CLAIMS;
  const missing = findMissingClaimPassages(manuscript);
  const paragraph = htmlToComparableText(caret?.text ?? '');
  const paragraphIndexes = claims.flatMap((claim, index) =>
    claim.covers.some((passage) => paragraph.includes(htmlToComparableText(passage))) ? index : [],
  );

  function removeClaim(index: number) {
    const remaining = claims.toSpliced(index, 1);
    write(remaining.length || sources.length ? { sources, claims: remaining } : null);
  }
  const renderCards = (indexes: readonly number[]) => (
    <ul className={styles.claims}>
      {indexes.map((index) => (
        <ClaimCard
          key={index}
          claim={claims[index]!}
          file={file!}
          missingPassages={missing
            .filter((each) => each.at === index)
            .map(({ passage }) => passage)}
          onEdit={() => setEditedIndex(index)}
          onRemove={() => removeClaim(index)}
        />
      ))}
    </ul>
  );
  const incompleteIndexes = [...new Set(missing.map(({ at }) => at))];

  return (
    <div className={styles.panel}>
      <section>
        <header className={styles.head}>
          <h2>{words.inParagraph}</h2>
          <button className="btn btn-text" type="button" onClick={() => onNewPassage('')}>
            {words.add}
          </button>
        </header>
        {paragraphIndexes.length ? (
          renderCards(paragraphIndexes)
        ) : (
          <p className={styles.none}>{caret ? words.noneHere : words.clickHint}</p>
        )}
      </section>
      {incompleteIndexes.length > 0 && (
        <section>
          <h2 className={styles.alert}>
            <Icon name="alert" /> Cover words that are gone
          </h2>
          {renderCards(incompleteIndexes)}
        </section>
      )}
      {claims.length > 0 && (
        <details className={styles.all}>
          <summary>{words.all(claims.length)}</summary>
          {renderCards([...claims.keys()])}
        </details>
      )}
      <SourceList file={file ?? EMPTY_CLAIMS} onChange={write} />
      <ClaimDialog
        isOpen={editedIndex !== undefined || newPassage !== undefined}
        onClose={() => {
          setEditedIndex(undefined);
          onNewPassage(undefined);
        }}
        claim={editedIndex === undefined ? undefined : claims[editedIndex]}
        passage={newPassage ?? ''}
        sources={sources}
        onDone={(claim, newSource) => {
          write({
            sources: newSource ? [...sources, newSource] : sources,
            claims:
              editedIndex === undefined ? [...claims, claim] : claims.with(editedIndex, claim),
          });
        }}
      />
    </div>
  );
}

interface SourceListProps {
  file: ClaimsFile;
  onChange: (file: ClaimsFile) => void;
}

/** Lists the sources of an article's claims, with a dialog for adding, editing or removing a source. */
function SourceList({ file: { claims, sources }, onChange }: SourceListProps) {
  const [openedIndex, setOpenedIndex] = useState<number>();
  const source = openedIndex === undefined ? undefined : sources[openedIndex];
  return (
    <>
      <section>
        <header className={styles.head}>
          <h2>{words.sources}</h2>
          <button
            className="btn btn-text"
            type="button"
            onClick={() => setOpenedIndex(sources.length)}
          >
            {words.addSource}
          </button>
        </header>
        {sources.length === 0 && <p className={styles.none}>{words.twoSources}</p>}
        <ul className={styles.sources}>
          {sources.map(({ id, cite, url }, index) => (
            <li key={id}>
              <button type="button" onClick={() => setOpenedIndex(index)}>
                <span>{cite}</span>
                <small>{url ? new URL(url).host : id}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <ClaimSourceDialog
        isOpen={openedIndex !== undefined}
        onClose={() => setOpenedIndex(undefined)}
        source={source}
        existingIds={sources.map(({ id }) => id)}
        isUsed={claims.some((claim) => openedIndex !== undefined && claim.source === source?.id)}
        onDone={(next) => onChange({ claims, sources: sources.toSpliced(openedIndex!, 1, next) })}
        onRemove={() => onChange({ claims, sources: sources.toSpliced(openedIndex!, 1) })}
      />
    </>
  );
}

interface ClaimCardProps {
  claim: Claim;
  file: ClaimsFile;
  /** Passages that the claim covers but that are missing from the text. */
  missingPassages: readonly string[];
  onEdit: () => void;
  onRemove: () => void;
}

function ClaimCard({ claim, file, missingPassages, onEdit, onRemove }: ClaimCardProps) {
  const { kind, covers, says, locator, confidence, counter } = claim;
  const source = file.sources.find(({ id }) => id === claim.source);
  return (
    <li className={styles.claim}>
      <p className={styles.meta}>
        <span>{CLAIM_VALUE_LABELS.kinds[kind]}</span>
        <span>{CLAIM_VALUE_LABELS.confidence[confidence]}</span>
      </p>
      <p className={styles.says}>{claim.claim}</p>
      {covers.map((passage) => (
        <blockquote key={passage} data-lost={missingPassages.includes(passage) || undefined}>
          {passage}
          {missingPassages.includes(passage) && (
            <span className="vh"> (stands nowhere any more)</span>
          )}
        </blockquote>
      ))}
      <details>
        <summary>{words.restsOn}</summary>
        <dl>
          <dt>{source ? words.theSourceSays : words.reckoned}</dt>
          <dd>{says}</dd>
          {source && (
            <>
              <dt>{words.source}</dt>
              <dd>
                {source.url ? (
                  <a className="link" href={source.url} target="_blank" rel="noreferrer">
                    {source.cite}
                  </a>
                ) : (
                  <span>{source.cite}</span>
                )}
                {locator && <span>{`, ${locator}`}</span>}
              </dd>
            </>
          )}
          <dt>{words.againstIt}</dt>
          <dd>{counter}</dd>
        </dl>
      </details>
      <div className={styles.actions}>
        <button className="btn btn-text" type="button" onClick={onEdit}>
          {words.edit}
        </button>
        <ConfirmButton label={words.remove} confirmLabel={words.removeSure} onConfirm={onRemove} />
      </div>
    </li>
  );
}
