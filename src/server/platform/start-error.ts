/** Why the server cannot start, in one sentence for whoever started it. Printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
