import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CATEGORIES, type CategoryId, getCategory, isSubcategoryOf } from '#domain/categories.ts';
import { countCharacters, createMaxCharactersPredicate } from '#domain/characters.ts';
import { articlePath } from '#domain/paths.ts';
import {
  type Manuscript,
  type PictureChoice,
  PUBLISHED_TEXT_MAX_LENGTHS,
  slugify,
} from '#domain/studio/manuscript.ts';
import { Cover } from '#ui/cover.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { formatLocalToday } from '../../lib/date-format.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useArticleEditor } from './article-editor.ts';
import { ArticleOrigin } from './article-origin.tsx';
import styles from './details-panel.module.css';
import { useManuscriptPart } from './manuscript-store.ts';
import type { ChosenPicture } from './picture/picture-candidate.ts';
import { PictureDialog } from './picture/picture-dialog.tsx';

const words = copy.details;

/** Earliest allowed date of a correction, well before Octavo's first release. */
const EARLIEST_CORRECTION = '2020-01-01';

/** Shows the fields for an article's metadata, such as its URL, category, picture and corrections. */
export function DetailsPanel() {
  return (
    <div className={styles.details}>
      <SlugField />
      <CategoryFields />
      <KeywordsField />
      <PictureField />
      <SwitchFields />
      <CorrectionFields />
      <ArticleOrigin />
    </div>
  );
}

function SlugField() {
  const [slug, write] = useManuscriptPart<string>('slug');
  const [title] = useManuscriptPart<string>('title');
  const { article } = useArticleEditor();
  const displayedSlug = slug || slugify(title);
  return (
    <TextField
      label={words.address}
      data-part="slug"
      maxLength={100}
      spellCheck={false}
      autoCapitalize="off"
      value={slug}
      placeholder={slugify(title) || words.fromTitle}
      hint={
        <span className={styles.path}>
          {displayedSlug ? articlePath(article.author.alias, displayedSlug) : words.fromTitleHint}
        </span>
      }
      onChange={({ target }) => write(target.value.toLowerCase().replaceAll(/\s+/g, '-'))}
    />
  );
}

function CategoryFields() {
  const [category, writeCategory] = useManuscriptPart<CategoryId>('category');
  const [subcategory, writeSubcategory] = useManuscriptPart<string>('subcategory');
  const isKnown = isSubcategoryOf(category, subcategory);
  return (
    <>
      <Field label={words.category}>
        {(props) => (
          <select
            {...props}
            data-part="category"
            value={category}
            onChange={({ target }) => {
              writeCategory(target.value as CategoryId);
              writeSubcategory('');
            }}
          >
            {CATEGORIES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={words.subcategory}
        isWrong={!isKnown}
        hint={isKnown ? undefined : words.chooseHint}
      >
        {(props) => (
          <select
            {...props}
            data-part="subcategory"
            value={isKnown ? subcategory : ''}
            onChange={({ target }) => writeSubcategory(target.value)}
          >
            {!isKnown && <option value="">{words.choose}</option>}
            {getCategory(category).subcategories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

function KeywordsField() {
  const [keywords, write] = useManuscriptPart<string[]>('keywords');
  const [text, setText] = useState(() => keywords.join(', '));
  const isInvalid =
    keywords.length > 8 ||
    keywords.some(
      (each) =>
        each.length < 2 || !createMaxCharactersPredicate(PUBLISHED_TEXT_MAX_LENGTHS.keyword)(each),
    );
  return (
    <TextField
      label={words.keywords}
      data-part="keywords"
      maxLength={500}
      value={text}
      isWrong={isInvalid}
      aside={<span className={styles.count}>{`${keywords.length} of 8`}</span>}
      hint={words.keywordsHint(PUBLISHED_TEXT_MAX_LENGTHS.keyword)}
      onChange={({ target }) => {
        setText(target.value);
        const newKeywords = target.value.split(',').map((each) => each.trim().slice(0, 60));
        write(newKeywords.filter(Boolean).slice(0, 12));
      }}
    />
  );
}

function PictureField() {
  const { article } = useArticleEditor();
  const [alt, write] = useManuscriptPart<string>('alt');
  const [title] = useManuscriptPart<string>('title');
  const [category] = useManuscriptPart<CategoryId>('category');
  const choosePicture = useChoosePicture();
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      className={styles.picture}
      aria-label={words.picture}
      data-part="picture"
      tabIndex={-1}
    >
      <div>
        <div className={styles.cover}>
          <Cover key={article.image.src} image={{ ...article.image, alt }} sizes="112px" />
        </div>
        <button className="btn btn-text" type="button" onClick={() => setOpen(true)}>
          {words.choosePicture}
        </button>
        <PictureDialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          id={article.id}
          category={category}
          title={title}
          image={article.image}
          onChoose={choosePicture}
        />
      </div>
      <Field
        label={words.alt}
        aside={
          <span className={styles.count}>
            {words.count(countCharacters(alt.trim()), PUBLISHED_TEXT_MAX_LENGTHS.alt)}
          </span>
        }
        isWrong={!createMaxCharactersPredicate(PUBLISHED_TEXT_MAX_LENGTHS.alt)(alt.trim())}
        hint={words.altHint}
      >
        {(props) => (
          <textarea
            {...props}
            data-part="alt"
            rows={3}
            maxLength={300}
            value={alt}
            onChange={({ target }) => write(target.value)}
          />
        )}
      </Field>
    </section>
  );
}

/** Returns a function that stores a chosen picture both in the manuscript and in the cached article. */
function useChoosePicture() {
  const queryClient = useQueryClient();
  const { id, article } = useArticleEditor();
  const [previousPicture, writePicture] = useManuscriptPart<PictureChoice>('picture');
  const [alt, writeAlt] = useManuscriptPart<string>('alt');
  return ({ picture, image }: ChosenPicture) => {
    // When the picture changes, alternative text written by an editor is kept. Alternative text that came with a
    // photograph is replaced.
    const isWritten = alt && !(previousPicture.kind === 'photo' && alt === article.image.alt);
    writePicture(picture);
    if (!isWritten) writeAlt(picture.kind === 'photo' ? image.alt : '');
    queryClient.setQueryData(articleQuery(id).queryKey, (cached) => cached && { ...cached, image });
  };
}

function SwitchFields() {
  const [startsHere, writeStartsHere] = useManuscriptPart<boolean>('startsHere');
  const [hasAudio, writeHasAudio] = useManuscriptPart<boolean>('hasAudio');
  return (
    <div>
      <SwitchRow name={words.startsHere} isOn={startsHere} onChange={writeStartsHere}>
        {words.startsHereHint}
      </SwitchRow>
      <SwitchRow name={words.narrated} isOn={hasAudio} onChange={writeHasAudio}>
        {words.narratedHint}
      </SwitchRow>
    </div>
  );
}

type Correction = Manuscript['corrections'][number];

function CorrectionFields() {
  const [corrections, write] = useManuscriptPart<Correction[]>('corrections');
  const changeCorrection = (index: number, changes: Partial<Correction>) =>
    write(corrections.with(index, { ...corrections[index]!, ...changes }));
  return (
    <section className={styles.corrections} aria-labelledby="corrections-name">
      <header>
        <h2 id="corrections-name">{words.corrections}</h2>
        <button
          className="btn btn-text"
          type="button"
          data-part="corrections"
          onClick={() => write([...corrections, { on: formatLocalToday(), what: '' }])}
        >
          {words.addCorrection}
        </button>
      </header>
      {corrections.length === 0 && <p className={styles.none}>{words.correctionsHint}</p>}
      {corrections.map(({ on, what }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two corrections may have the same content
        <div key={index} className={styles.correction}>
          <Field label={words.correctedOn}>
            {(props) => (
              <DateInput
                {...props}
                min={EARLIEST_CORRECTION}
                max={formatLocalToday()}
                value={on}
                onChange={(on) => changeCorrection(index, { on })}
              />
            )}
          </Field>
          <Field
            label={words.correction}
            isWrong={
              !createMaxCharactersPredicate(PUBLISHED_TEXT_MAX_LENGTHS.correction)(what.trim())
            }
            aside={
              <span className={styles.count}>
                {words.count(countCharacters(what.trim()), PUBLISHED_TEXT_MAX_LENGTHS.correction)}
              </span>
            }
          >
            {(props) => (
              <textarea
                {...props}
                data-part={`corrections.${index}`}
                rows={3}
                maxLength={500}
                value={what}
                onChange={({ target }) => changeCorrection(index, { what: target.value })}
              />
            )}
          </Field>
          <button
            className={`icon-btn ${styles.remove}`}
            type="button"
            aria-label={words.removeCorrection(on)}
            onClick={() => write(corrections.toSpliced(index, 1))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
    </section>
  );
}
