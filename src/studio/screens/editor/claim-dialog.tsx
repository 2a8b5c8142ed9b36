import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { CLAIM_KINDS, type ClaimsFile, claimSchema } from '#domain/claims.ts';
import { copy } from '../../copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { CLAIM_VALUE_LABELS, createClaimSourceId } from './claim-labels.ts';
import styles from './dialogs.module.css';

const words = copy.claims;

type Claim = ClaimsFile['claims'][number];
type Source = ClaimsFile['sources'][number];

interface ClaimDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The claim to edit, or `undefined` to create a claim that covers `passage`. */
  claim: Claim | undefined;
  passage: string;
  sources: readonly Source[];
  onDone: (claim: Claim, newSource: Source | undefined) => void;
}

/** Shows a dialog for editing a claim: its statement, covered passages, source and counterargument. */
export function ClaimDialog({ isOpen, onClose, ...form }: ClaimDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={form.claim ? words.editClaim : words.newClaim}
      note={words.claimNote}
    >
      <ClaimForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Value of the select option that creates a new source. */
const NEW_SOURCE = 'new';
const MAX_TEXT_LENGTH = 4000;

function ClaimForm({ claim, passage, sources, onDone, onClose }: Omit<ClaimDialogProps, 'isOpen'>) {
  const { register, handleSubmit, watch, getValues, formState } = useForm({
    resolver: zodResolver(claimFormSchema(sources)),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: toDraft(claim, passage, sources),
  });
  const [kind, source] = watch(['kind', 'source']);
  const isSum = kind === 'sum';
  const [invalidField] = Object.keys(formState.errors);

  const submit = handleSubmit((validClaim) => {
    onDone(validClaim, createNewSource(getValues(), sources));
    onClose();
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextAreaField
        label={words.claim}
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        {...register('claim')}
      />
      <TextAreaField
        label={words.quote}
        hint={words.quoteHint}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        {...register('covers')}
      />
      <div className={styles.pair}>
        <SelectField
          label={words.kind}
          choices={CLAIM_KINDS.map((each) => [each, CLAIM_VALUE_LABELS.kinds[each]])}
          {...register('kind')}
        />
        <SelectField
          label={words.certainty}
          choices={Object.entries(CLAIM_VALUE_LABELS.confidence)}
          {...register('confidence')}
        />
      </div>
      {!isSum && (
        <>
          <SelectField
            label={words.source}
            choices={[
              ...sources.map(({ id, cite }) => [id, cite] as const),
              [NEW_SOURCE, words.otherSource],
            ]}
            {...register('source')}
          />
          {source === NEW_SOURCE && (
            <TextField label={words.sourceHint} maxLength={300} {...register('cite')} />
          )}
          <div className={styles.pair}>
            <TextField label={words.locator} hint={words.locatorHint} {...register('locator')} />
            <SelectField
              label={words.grounds}
              choices={Object.entries(CLAIM_VALUE_LABELS.basis)}
              {...register('basis')}
            />
          </div>
        </>
      )}
      <TextAreaField
        label={isSum ? words.reckoned : words.sourceSays}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        {...register('says')}
      />
      <TextAreaField
        label={words.against}
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        {...register('counter')}
      />
      {invalidField && (
        <p role="alert" className={styles.wrong}>
          {MISSING_PART_MESSAGES[invalidField] ?? words.needClaim}
        </p>
      )}
      <div className={styles.actions}>
        <button className="btn btn-line" type="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button className="btn btn-red" type="submit">
          {claim ? words.saveClaim : words.addClaim}
        </button>
      </div>
    </form>
  );
}

/** Error messages for missing parts of a claim, by field name. */
const MISSING_PART_MESSAGES: Readonly<Record<string, string>> = {
  covers: words.needQuote,
  source: words.needSource,
  says: words.needGrounds,
  counter: words.needAgainst,
};

/** The form's values for a claim. `covers` has one passage per line, and `cite` is the name of a new source. */
type ClaimDraft = Required<Omit<z.input<typeof claimSchema>, 'covers' | 'locator'>> & {
  covers: string;
  cite: string;
  locator: string;
};

function toDraft(
  claim: Claim | undefined,
  passage: string,
  sources: readonly Source[],
): ClaimDraft {
  return {
    claim: claim?.claim ?? '',
    kind: claim?.kind ?? 'fact',
    covers: claim?.covers.join('\n') ?? passage,
    source: claim?.source ?? sources[0]?.id ?? NEW_SOURCE,
    cite: '',
    locator: claim?.locator ?? '',
    says: claim?.says ?? '',
    basis: claim?.basis ?? 'read',
    confidence: claim?.confidence ?? 'high',
    counter: claim?.counter ?? '',
  };
}

/** Returns a schema that converts a {@link ClaimDraft} to a claim and validates the claim. */
function claimFormSchema(sources: readonly Source[]) {
  return z
    .custom<ClaimDraft>()
    .transform((draft) => toClaim(draft, sources))
    .pipe(claimSchema);
}

function toClaim(draft: ClaimDraft, sources: readonly Source[]): z.input<typeof claimSchema> {
  const { claim, kind, covers, source, locator, says, basis, confidence, counter } = draft;
  const sourceId = source === NEW_SOURCE ? createNewSource(draft, sources)?.id : source;
  return {
    claim: claim.trim(),
    kind,
    covers: covers
      .split('\n')
      .map((each) => each.trim())
      .filter(Boolean),
    ...(kind !== 'sum' && { source: sourceId, basis }),
    ...(locator.trim() && { locator: locator.trim() }),
    says: says.trim(),
    confidence,
    counter: counter.trim(),
  };
}

/**
 * Returns the new source that the draft adds. Returns `undefined` if the claim is a calculation
 * (`sum`), if the draft selects an existing source, or if the new source has no name.
 */
function createNewSource(draft: ClaimDraft, sources: readonly Source[]): Source | undefined {
  const cite = draft.cite.trim();
  if (draft.kind === 'sum' || draft.source !== NEW_SOURCE || !cite) return undefined;
  const existingIds = sources.map(({ id }) => id);
  return { id: createClaimSourceId(cite, existingIds), cite, kind: 'book' };
}
