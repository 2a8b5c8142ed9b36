import { z } from 'zod';

/**
 * Returns a schema for the ID of a database row: a UUID of any version. Like PostgreSQL, the schema converts the ID to
 * lower case, because IDs are compared as strings. The linter allows `z.uuid()` and similar functions only in this
 * file.
 *
 * @param error message for invalid values, such as "is not the id of an article"
 */
export const createUuidSchema = (error?: string) => z.uuid({ error }).toLowerCase();

/** Like {@link createUuidSchema}, but accepts only version 7, which the application generates. */
export const createUuidv7Schema = () => z.uuidv7().toLowerCase();

/** Like {@link createUuidSchema}, but accepts only version 4, which browsers generate. */
export const createUuidv4Schema = (error?: string) => z.uuidv4({ error }).toLowerCase();
