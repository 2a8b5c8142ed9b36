import { z } from 'zod';

/**
 * Accepts the id of a row: a UUID of any version. Capitals become small letters, as PostgreSQL prints ids: code compares
 * ids as text, so any other spelling would miss the row that it names.
 * @param error what to answer for anything else, such as "is not the id of an article"
 */
export const uuid = (error?: string) =>
  z.uuid(error === undefined ? undefined : { error }).toLowerCase();
