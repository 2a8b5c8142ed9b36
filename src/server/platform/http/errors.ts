import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailableError } from '#server/platform/db/unavailable.ts';
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts';
import {
  BusyError,
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '#server/platform/errors.ts';
import { listAllowedMethods, trackRouteMethods } from './route-methods.ts';

/** Error messages that clients receive, by Fastify's error code. */
const FASTIFY_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON (content-type: application/json).',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the length given in Content-Length.',
};

/** The HTTP status of each domain error. */
const STATUSES = [
  [InvalidRequestError, 400],
  [UnauthenticatedError, 401],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [TooManyRequestsError, 429],
  [BusyError, 503],
] as const;

/** Value of the `Retry-After` header, in seconds, in responses that report a temporary error. */
const RETRY_AFTER = 5;

/**
 * Registers the error handlers. A page request that fails with status 429, 500 or 503 gets an error page. All other
 * errors are sent as JSON. For an internal error, the JSON contains only a general message with the error ID that
 * `recordError` returns. Must be called before any route is added.
 */
export function registerErrorHandlers(
  app: FastifyInstance,
  recordError: (error: unknown, path: string) => string,
): void {
  trackRouteMethods(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    discardHeaders(reply);
    if (error instanceof TooManyRequestsError || error instanceof BusyError)
      return sendRetryLater(app, request, reply, error);
    const clientError = toClientError(error);
    if (clientError) return sendJsonError(reply, clientError.status, clientError.message);
    const status = isTemporary(error) ? 503 : 500;
    if (status === 503) reply.header('retry-after', RETRY_AFTER);
    if (expectsPage(request)) return app.sendErrorPage(request, reply, error, status);
    const id = recordError(error, hideTokens(getPath(request)));
    return sendJsonError(
      reply,
      status,
      `Something went wrong on our end. Please try again, and mention error ${id} if you contact us.`,
    );
  });

  app.setNotFoundHandler((request, reply) => {
    const allowedMethods = listAllowedMethods(app, getPath(request));
    // If the path allows the request's method, a route matched but did not find the requested file, so the status is
    // 404 rather than 405.
    if (!allowedMethods.length || allowedMethods.includes(request.method))
      return sendNotFoundJson(request, reply);
    reply.header('allow', allowedMethods.join(', '));
    return sendJsonError(
      reply,
      405,
      `${request.method} is not allowed here. Allowed: ${allowedMethods.join(', ')}.`,
    );
  });
}

/**
 * Registers a hook that responds with 404 if a path parameter contains a NUL character. PostgreSQL cannot store NUL
 * characters, so no matching row can exist.
 */
export function rejectNulInPathParameters(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Skips the `*` parameter, because it contains a page's whole path, which the page routes parse themselves.
    const { '*': _rest, ...parameters } = request.params as Record<string, string>;
    if (Object.values(parameters).some((value) => value.includes('\0')))
      throw new NotFoundError(`Nothing found at ${getPath(request)}.`);
  });
}

/**
 * Responds with 404 to a URL that cannot be decoded. Fastify calls this function before all hooks and does not await
 * it, so it sets the common `headers` itself and handles its own errors.
 */
export function sendNotFoundForInvalidUrl(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  reply.headers(headers);
  if (request.url.startsWith('/api/')) {
    sendNotFoundJson(request, reply);
    return;
  }
  app
    .sendNotFoundPage(request, reply)
    .catch((error: unknown) => app.sendErrorPage(request, reply, error))
    .catch(() => reply.raw.destroy());
}

/** Names of response headers that describe the response body or how it may be cached. */
const BODY_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
];

/**
 * Removes a response's headers before an error response replaces it. Otherwise, Fastify could not serialize the error,
 * because the old content type would remain. Also removes the headers from the raw response, because Fastify has
 * already copied them there if the body is a stream that has not sent anything yet.
 */
function discardHeaders(reply: FastifyReply): void {
  for (const name of BODY_HEADERS) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
}

/**
 * Matches the paths of API calls and files. Errors at these paths are sent as JSON, because the clients that request
 * them cannot use an HTML page.
 */
const NON_PAGE_PATHS = /^\/((api|audio|images|podcast)\/|oembed($|\?))/;

function expectsPage(request: FastifyRequest): boolean {
  return !NON_PAGE_PATHS.test(request.url);
}

/** Returns true for errors that are temporary: the database is unavailable, or the handler timed out. */
function isTemporary(error: FastifyError): boolean {
  return error.code === 'FST_ERR_HANDLER_TIMEOUT' || isDatabaseUnavailableError(error);
}

/**
 * Responds with 429 or 503. If the error says after how many seconds the client can retry, the response has a
 * `Retry-After` header.
 */
function sendRetryLater(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  error: TooManyRequestsError | BusyError,
): FastifyReply | Promise<FastifyReply> {
  const status = error instanceof BusyError ? 503 : 429;
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  if (expectsPage(request)) return app.sendBusyPage(request, reply, status);
  return sendJsonError(reply, status, error.message);
}

interface ClientError {
  status: number;
  message: string;
}

/** Returns the status and message for an error that the client caused. Returns `undefined` for an internal error. */
function toClientError(error: FastifyError): ClientError | undefined {
  const { validation, validationContext } = error;
  if (validation) {
    const part = REQUEST_PARTS[validationContext ?? ''] ?? 'The request';
    const messages = validation.map((each) =>
      createValidationMessage(part, each.instancePath, each.message),
    );
    return { status: 400, message: `${messages.join('; ')}.` };
  }
  for (const [errorClass, status] of STATUSES)
    if (error instanceof errorClass) return { status, message: error.message };
  // A unique violation means that two concurrent requests inserted a row with the same key.
  if (isUniqueViolation(error))
    return {
      status: 409,
      message: 'Someone else just made this change. Reload the page and try again.',
    };
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return undefined;
  if (error instanceof SyntaxError)
    return { status: 400, message: FASTIFY_ERROR_MESSAGES.FST_ERR_CTP_INVALID_JSON_BODY! };
  return { status, message: FASTIFY_ERROR_MESSAGES[error.code] ?? error.message };
}

/** Names for the parts of a request in error messages, by Fastify's name for each part. */
const REQUEST_PARTS: Readonly<Record<string, string>> = {
  body: 'The body',
  params: 'The address',
  querystring: 'The query',
  headers: 'The headers',
};

/**
 * Matches validation messages that begin with a verb. The name of the request's invalid part is inserted before the
 * verb, as its subject.
 */
const STARTS_WITH_VERB = /^(is|must|has|does|needs) /;

function createValidationMessage(
  part: string,
  instancePath: string,
  message = 'is not valid',
): string {
  const field = instancePath.replace(/^\//, '').replaceAll('/', '.');
  if (field) return `${field}: ${message}`;
  return STARTS_WITH_VERB.test(message) ? `${part} ${message}` : message;
}

/** Replaces the tokens in a path before the path is stored, because a token gives access to anyone who knows it. */
function hideTokens(path: string): string {
  return path.replace(/\/[\w-]{43}(?=\/|$)/g, '/…');
}

function sendNotFoundJson(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendJsonError(reply, 404, `Nothing found at ${getPath(request)}.`);
}

function sendJsonError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ error: message });
}

function getPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}
