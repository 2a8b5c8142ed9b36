import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { copy } from '../../copy.ts';
import { articlesQuery, editorPath } from '../../lib/article-queries.ts';
import { activeAuthorsQuery } from '../../lib/author-queries.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import styles from './new-article-dialog.module.css';

const words = copy.articles;

interface NewArticleDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a dialog that creates an empty article. */
export function NewArticleDialog({ isOpen, onClose }: NewArticleDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.add} note={words.addNote}>
      <NewArticleForm />
    </Dialog>
  );
}

function NewArticleForm() {
  const { data: authors = [] } = useQuery(activeAuthorsQuery);
  const [author, setAuthor] = useState('');
  const [title, setTitle] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: () =>
      studioApi.post<{ id: string }>('/articles', { author: author || authors[0]?.alias, title }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: articlesQuery.queryKey });
      return navigate(editorPath(id));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    begin.mutate();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={words.author}>
        {(props) => (
          <select
            {...props}
            required
            value={author || authors[0]?.alias}
            onChange={({ target }) => setAuthor(target.value)}
          >
            {authors.map(({ alias, tagline }) => (
              <option key={alias} value={alias} title={tagline}>
                {alias}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={words.titleField}
        hint={words.titleHint}
        maxLength={500}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button
        className="btn btn-red"
        type="submit"
        isBusy={begin.isPending}
        disabledReason={!authors.length && copy.common.loadingAuthors}
      >
        {words.begin}
      </Button>
    </form>
  );
}
