export * from '#server/catalogue/library/sync-library.ts';
/** The path of the test library. The test setup stores it in the environment variable TEST_LIBRARY. */
export const SHIPPED_LIBRARY_FOLDER: string = process.env.TEST_LIBRARY!;
