export * from '#server/catalogue/library/sync-library.ts';
/** Path of the test library. The global set-up, which needs the shipped library itself, sets the variable. */
export const SHIPPED_LIBRARY_FOLDER: string = process.env.TEST_LIBRARY!;
