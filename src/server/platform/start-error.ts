/** A reason why the server or a command cannot start, as a message for the operator. Printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
