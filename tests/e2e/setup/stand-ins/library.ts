export * from '#server/catalogue/library/service.ts';
/** Named by the global set-up: what makes the folder reads the real one. */
export const SHIPPED_LIBRARY: string = process.env.TEST_LIBRARY!;
