import { z } from 'zod';

/**
 * Accepts the id of a row: a UUID of any version. Capitals become small letters, as PostgreSQL prints ids: code compares
 * ids as text, so any other spelling would miss the row that it names. The linter allows `z.uuid()` and its like in this
 * file only.
 * @param error what to answer for anything else, such as "is not the id of an article"
 */
export const uuid = (error?: string) => z.uuid({ error }).toLowerCase();

/** Like {@link uuid}, but version 7 only, which the application generates. */
export const uuidv7 = () => z.uuidv7().toLowerCase();

/** Like {@link uuid}, but version 4 only, which browsers generate. */
export const uuidv4 = (error?: string) => z.uuidv4({ error }).toLowerCase();
