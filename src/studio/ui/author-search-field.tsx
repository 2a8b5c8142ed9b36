import { copy } from '../copy.ts';
import type { SearchableAuthors } from '../lib/author-queries.ts';
import { TextField } from './field.tsx';

interface AuthorSearchFieldProps {
  search: SearchableAuthors['search'];
}

/**
 * Shows a search field that narrows an author field's choices by name. Renders nothing if the author field already
 * offers all authors.
 */
export function AuthorSearchField({ search }: AuthorSearchFieldProps) {
  if (!search) return null;
  return (
    <TextField
      label={copy.common.findAuthor}
      type="search"
      maxLength={100}
      value={search.text}
      onChange={({ target }) => search.onChange(target.value)}
    />
  );
}
