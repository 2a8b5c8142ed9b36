import { InvalidError } from '#server/platform/errors.ts';
import type { Address } from './address.ts';
import { type Redirect, redirect } from './resolution.ts';

/** Token an address has its list begin at; `null` for the list's beginning. */
export function fromOf({ search }: Address): string | null {
  return search.get('from');
}

/**
 * The page an address shows of a list. `undefined` where no page begins there: the token was made up, or is that of
 * another list, or nothing comes after it any more.
 */
export async function listedAt<Page extends { metas: readonly unknown[] }>(
  address: Address,
  list: (token?: string) => Promise<Page>,
): Promise<Page | undefined> {
  const from = fromOf(address);
  if (from === null) return list();
  try {
    const page = await list(from);
    return page.metas.length ? page : undefined;
  } catch (error) {
    if (error instanceof InvalidError) return undefined;
    throw error;
  }
}

/** The way to the beginning of the list of an address, for now: what a token leads to changes. */
export function toBeginning({ path, search }: Address): Redirect {
  const rest = new URLSearchParams(search);
  rest.delete('from');
  return redirect(rest.size ? `${path}?${rest}` : path, false);
}
