export * from '#server/catalogue/library/sync-library.ts';
/** Set by the global set-up, which reads the shipped library itself. */
export const SHIPPED_LIBRARY_FOLDER: string = process.env.TEST_LIBRARY!;
