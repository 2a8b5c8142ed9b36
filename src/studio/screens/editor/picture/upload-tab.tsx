import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { PHOTO_LIMITS, PHOTO_MEDIA_TYPES } from '#domain/studio/photo-limits.ts';
import { type PhotoUploadDetails, photoUploadDetailsSchema } from '#domain/studio/pictures.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../../../copy.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import styles from './picture.module.css';
import { PHOTO_TOO_LARGE_MESSAGE, photosQuery, uploadPhoto } from './picture-api.ts';
import { createPhotoCandidate, type PictureCandidate } from './picture-candidate.ts';
import { PictureGrid } from './picture-grid.tsx';

const words = copy.picture;

interface UploadTabProps {
  candidate: PictureCandidate | undefined;
  onPreview: (candidate: PictureCandidate) => void;
}

/** Shows a form that uploads a picture with its credit. Also shows the pictures that were uploaded before. */
export function UploadTab({ candidate, onPreview }: UploadTabProps) {
  const { data } = useQuery(photosQuery);
  const chosen = candidate?.kind === 'photo' ? candidate.photo.id : undefined;
  return (
    <>
      <UploadForm onPreview={onPreview} />
      {data && data.photos.length > 0 && (
        <section className={styles.before}>
          <h3>{words.here}</h3>
          <PictureGrid
            label={words.hereLabel}
            name="photo"
            items={data.photos}
            getKey={({ id }) => id}
            getDescription={({ image, user }) => `${image.alt || words.noAlt}, by ${user}`}
            chosen={chosen}
            onChoose={(photo) => onPreview(createPhotoCandidate(photo))}
          >
            {({ image, user }) => (
              <>
                <img
                  src={image.src.replace(/\/960\.jpg$/, '/320.webp')}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
                <span className={styles.by}>{user}</span>
              </>
            )}
          </PictureGrid>
        </section>
      )}
    </>
  );
}

/** Text fields of the upload form, in display order. */
const FIELDS = [
  { name: 'alt', label: words.alt, hint: words.altHint },
  { name: 'user', label: words.credit, hint: words.creditHint },
  { name: 'userProfile', label: words.creditPage, hint: words.creditPageHint },
  {
    name: 'service',
    label: words.origin,
    hint: words.originHint,
  },
] as const satisfies readonly { name: keyof PhotoUploadDetails; label: string; hint: string }[];

const EMPTY_DETAILS: PhotoUploadDetails = { alt: '', user: '', userProfile: '', service: '' };

function UploadForm({ onPreview }: Pick<UploadTabProps, 'onPreview'>) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const [details, setDetails] = useState(EMPTY_DETAILS);
  const [fieldError, setFieldError] = useState<{ name: string; message: string }>();
  const [sentFraction, setSentFraction] = useState(0);
  const uploadMutation = useMutation({
    mutationFn: (newDetails: PhotoUploadDetails) => uploadPhoto(file!, newDetails, setSentFraction),
    // No toast is shown for a failed upload, because the message appears next to the button.
    onError: () => {},
    onSuccess: (photo) => {
      void queryClient.invalidateQueries({ queryKey: photosQuery.queryKey });
      setFile(undefined);
      setDetails({ ...details, alt: '' });
      onPreview(createPhotoCandidate(photo));
    },
  });

  function selectFile(newFile: File | undefined) {
    uploadMutation.reset();
    setFile(newFile);
    setFieldError(
      newFile && newFile.size > PHOTO_LIMITS.bytes
        ? { name: 'file', message: PHOTO_TOO_LARGE_MESSAGE }
        : undefined,
    );
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const showFieldError = (name: string, message: string) => {
      setFieldError({ name, message });
      (elements.namedItem(name) as HTMLInputElement | null)?.focus();
    };
    if (!file) return showFieldError('file', words.chooseFile);
    if (file.size > PHOTO_LIMITS.bytes) return showFieldError('file', PHOTO_TOO_LARGE_MESSAGE);
    const parsed = photoUploadDetailsSchema.safeParse(details);
    if (!parsed.success) {
      const [{ path, message }] = parsed.error.issues as [(typeof parsed.error.issues)[0]];
      return showFieldError(String(path[0]), message);
    }
    setFieldError(undefined);
    setSentFraction(0);
    uploadMutation.mutate(parsed.data);
  }

  return (
    <form className={styles.upload} onSubmit={submit} noValidate>
      <FileField
        file={file}
        error={fieldError?.name === 'file' ? fieldError.message : undefined}
        onFile={selectFile}
      />
      {FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          inputMode={name === 'userProfile' ? 'url' : 'text'}
          maxLength={name === 'userProfile' ? 300 : name === 'alt' ? 200 : 80}
          value={details[name]}
          isWrong={fieldError?.name === name}
          hint={fieldError?.name === name ? fieldError.message : hint}
          onChange={({ target }) => setDetails({ ...details, [name]: target.value })}
        />
      ))}
      <div className={styles.sending}>
        <Button className="btn btn-line" type="submit" isBusy={uploadMutation.isPending}>
          {uploadMutation.isPending ? words.uploading : words.upload}
        </Button>
        {uploadMutation.isPending && (
          <>
            <progress max={1} value={sentFraction} aria-label={words.sentSoFar} />
            <span role="status">{sentFraction < 1 ? words.sending : words.preparing}</span>
          </>
        )}
        {uploadMutation.error && (
          <p className={styles.wrong} role="alert">
            {uploadMutation.error instanceof ApiError
              ? uploadMutation.error.message
              : words.uploadOffline}
          </p>
        )}
      </div>
    </form>
  );
}

interface FileFieldProps {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File | undefined) => void;
}

/** Shows a file input that also accepts dropped files. */
function FileField({ file, error, onFile }: FileFieldProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A file input shows the name of the file that was chosen in it. After another file has been dropped, or the chosen
  // file has been uploaded, that name is outdated, so the input is cleared.
  useEffect(() => {
    if (input.current!.files?.[0] !== file) input.current!.value = '';
  }, [file]);
  const createDragHandler = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(isOver);
  };
  const megabytes = PHOTO_LIMITS.bytes / 1024 / 1024;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users can choose a file with the file input
    <div
      className={styles.drop}
      data-over={isDraggedOver || undefined}
      onDragOver={createDragHandler(true)}
      onDragLeave={createDragHandler(false)}
      onDrop={(event) => {
        createDragHandler(false)(event);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <Field
        label={words.file}
        isWrong={error !== undefined}
        hint={error ?? words.fileHint(megabytes)}
      >
        {(props) => (
          <input
            {...props}
            ref={input}
            name="file"
            type="file"
            accept={PHOTO_MEDIA_TYPES.join(',')}
            onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
          />
        )}
      </Field>
      {file && (
        <p className={styles.file}>
          {`${file.name}, ${Math.max(1, Math.round(file.size / 1024)).toLocaleString('en-US')} KB`}
        </p>
      )}
    </div>
  );
}
