/** The reason why the server cannot start, as a message for the operator. It is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
