import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type ClaimsFile, claimSourceSchema, SOURCE_KINDS } from '#domain/claims.ts';
import { copy } from '../../copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { CLAIM_VALUE_LABELS, createClaimSourceId } from './claim-labels.ts';
import styles from './dialogs.module.css';

const words = copy.claims;

type Source = ClaimsFile['sources'][number];

interface SourceFormProps {
  /** The source to edit, or `undefined` to create a source. */
  source: Source | undefined;
  /** IDs of all of the article's sources. */
  existingIds: readonly string[];
  /** True if a claim refers to the source, in which case the source cannot be removed. */
  isUsed: boolean;
  onDone: (source: Source) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Shows a dialog for editing a source. Readers see the sources below the article. */
export function ClaimSourceDialog({ isOpen, ...form }: SourceFormProps & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={form.source ? words.editSource : words.newSource}
      note={words.sourceNote}
    >
      <SourceForm {...form} />
    </Dialog>
  );
}

const { cite, url, kind } = claimSourceSchema.shape;
/** Validates the form's input as a source. The source's ID is derived from its name. */
const sourceFormSchema = z.object({
  cite: z.string().trim().pipe(cite),
  url: z
    .string()
    .trim()
    .transform((text) => text || undefined)
    .pipe(url),
  kind,
});

function SourceForm({ source, existingIds, isUsed, onDone, onRemove, onClose }: SourceFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(sourceFormSchema),
    reValidateMode: 'onSubmit',
    defaultValues: {
      cite: source?.cite ?? '',
      url: source?.url ?? '',
      kind: source?.kind ?? 'book',
    },
  });
  const { errors } = formState;

  const submit = handleSubmit((fields) => {
    onDone({ id: source?.id ?? createClaimSourceId(fields.cite, existingIds), ...fields });
    onClose();
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={words.sourceHint}
        maxLength={300}
        isWrong={Boolean(errors.cite)}
        hint={errors.cite && words.needSourceName}
        {...register('cite')}
      />
      <TextField
        label={words.url}
        inputMode="url"
        maxLength={500}
        isWrong={Boolean(errors.url)}
        hint={errors.url ? words.urlWrong : words.urlHint}
        {...register('url')}
      />
      <SelectField
        label={words.sourceKind}
        choices={SOURCE_KINDS.map((each) => [each, CLAIM_VALUE_LABELS.sources[each]])}
        {...register('kind')}
      />
      {source && isUsed && <p className="quiet">{words.inUse}</p>}
      <div className={styles.actions}>
        {source && !isUsed && (
          <button
            className="btn btn-line"
            type="button"
            onClick={() => {
              onRemove();
              onClose();
            }}
          >
            {words.remove}
          </button>
        )}
        <button className="btn btn-red" type="submit">
          {source ? words.saveSource : words.addTheSource}
        </button>
      </div>
    </form>
  );
}
