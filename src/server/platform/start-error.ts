/** Thrown if the server or a command cannot start. The operator sees only the message, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
