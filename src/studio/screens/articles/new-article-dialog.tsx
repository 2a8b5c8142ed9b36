import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import { allArticlesQuery, articleEditorPath } from '../../lib/article-queries.ts';
import { useSearchableActiveAuthors } from '../../lib/author-queries.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
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
  const choices = useSearchableActiveAuthors();
  const foundAuthors = choices.authors ?? [];
  const [author, setAuthor] = useState<StudioAuthor>();
  const isHidden = author && !foundAuthors.some(({ id }) => id === author.id);
  const authors = isHidden ? [author, ...foundAuthors] : foundAuthors;
  const alias = author?.alias ?? authors[0]?.alias;
  const [title, setTitle] = useState('');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const createArticle = useMutation({
    mutationFn: () => studioApi.post<{ id: string }>('/articles', { author: alias, title }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: allArticlesQuery.queryKey });
      return navigate(articleEditorPath(id));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    createArticle.mutate();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <AuthorSearchField search={choices.search} />
      <Field label={words.author}>
        {(props) => (
          <select
            {...props}
            required
            value={alias}
            onChange={({ target }) =>
              setAuthor(authors.find((each) => each.alias === target.value))
            }
          >
            {authors.map((each) => (
              <option key={each.id} value={each.alias} title={each.tagline}>
                {each.alias}
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
        isBusy={createArticle.isPending}
        disabledReason={!authors.length && explainMissingAuthors(choices)}
      >
        {words.begin}
      </Button>
    </form>
  );
}

function explainMissingAuthors({
  authors,
  error,
  search,
}: ReturnType<typeof useSearchableActiveAuthors>): string {
  if (!authors) return error ? copy.common.notLoaded : copy.common.loadingAuthors;
  return search ? copy.authors.noMatch : copy.authors.noActive;
}
