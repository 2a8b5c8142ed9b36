import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type DemoRequest, demoBatchBodySchema } from '#demo/writer/batch-schema.ts';

/** The fake service's result for one request in a batch. */
export type FakeBatchResult =
  | { type: 'succeeded'; text: string; stopReason?: string; input?: number; output?: number }
  | { type: 'errored'; message: string }
  | { type: 'canceled' }
  | { type: 'expired' };

interface Batch {
  id: string;
  requests: DemoRequest[];
  createdAt: Date;
  state: 'in_progress' | 'canceling' | 'ended';
}

/** A simulated failure of one call to the service. `after` is true if the service processes the call before failing. */
export type SimulatedFailure =
  | { status: number; headers?: Record<string, string>; after?: boolean }
  | { drop: 'before' | 'after' }
  /** The number of bytes of the results that the service sends before it closes the connection. */
  | { cutAt: number };

export type BatchCallKind = 'create' | 'list' | 'retrieve' | 'cancel' | 'results';

/** A local HTTP server that implements Anthropic's batch endpoints and can simulate failures. */
export class FakeAiService {
  readonly batches: Batch[] = [];
  /** The calls that the service received, in order. */
  readonly calls: BatchCallKind[] = [];
  /** Returns the result for a request. By default, every request fails. Tests replace this function. */
  createResult: (request: DemoRequest) => FakeBatchResult = () => ({
    type: 'errored',
    message: 'no answer',
  });
  readonly #failures = new Map<BatchCallKind, SimulatedFailure[]>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  reset(): void {
    this.batches.length = 0;
    this.calls.length = 0;
    this.#failures.clear();
  }

  /** Makes the next calls of one kind fail, one call per given failure. */
  failNext(call: BatchCallKind, ...failures: SimulatedFailure[]): void {
    this.#failures.set(call, [...(this.#failures.get(call) ?? []), ...failures]);
  }

  /** Marks every batch as ended. */
  finish(): void {
    for (const batch of this.batches) batch.state = 'ended';
  }

  /** Adds a batch, as if another user of the same account had created it. */
  addForeignBatch(size: number): void {
    const params = {
      messages: [{ role: 'user', content: 'title: x' }],
    } as unknown as DemoRequest['params'];
    const requests = Array.from({ length: size }, (_, at) => ({
      custom_id: `other-${at}`,
      params,
    }));
    this.#addBatch(requests);
  }

  #addBatch(requests: DemoRequest[]): Batch {
    const id = `msgbatch_${this.batches.length + 1}`;
    const batch: Batch = { id, requests, createdAt: new Date(), state: 'in_progress' };
    this.batches.push(batch);
    return batch;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.url);
    const [, , , id, action] = pathname.slice(1).split('/');
    const call: BatchCallKind =
      action === 'cancel' || action === 'results'
        ? action
        : id
          ? 'retrieve'
          : request.method === 'POST'
            ? 'create'
            : 'list';
    this.calls.push(call);
    const failure = this.#failures.get(call)?.shift();
    const body = await text(request);
    if (failure && 'drop' in failure && failure.drop === 'before')
      return void request.socket.destroy();
    if (failure && 'status' in failure && !failure.after)
      return sendError(response, failure.status, failure.headers);
    const result = this.#handleCall(call, id, body);
    if (failure && 'drop' in failure) return void request.socket.destroy();
    if (failure && 'status' in failure) return sendError(response, failure.status, failure.headers);
    if (!result) return sendError(response, 404);
    if (typeof result !== 'string') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(result));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/x-jsonl' });
    if (!failure) return void response.end(result);
    response.write(result.slice(0, failure.cutAt), () => {
      // The connection is closed after a short delay, so that the client still receives the written bytes.
      setTimeout(() => response.socket?.destroy(), 50);
    });
  }

  #handleCall(
    call: BatchCallKind,
    id: string | undefined,
    body: string,
  ): object | string | undefined {
    if (call === 'create')
      return this.#toBatchJson(
        this.#addBatch(demoBatchBodySchema.parse(JSON.parse(body)).requests),
      );
    if (call === 'list') {
      const data = this.batches.toReversed().map((batch) => this.#toBatchJson(batch));
      return {
        data,
        has_more: false,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
      };
    }
    const batch = this.batches.find((each) => each.id === id);
    if (!batch) return undefined;
    if (call === 'cancel' && batch.state === 'in_progress') batch.state = 'canceling';
    if (call !== 'results') return this.#toBatchJson(batch);
    return batch.requests
      .map(
        (request) =>
          `${JSON.stringify({ custom_id: request.custom_id, result: this.#createResultJson(request) })}\n`,
      )
      .join('');
  }

  #toBatchJson({ id, requests, createdAt, state }: Batch) {
    const hasEnded = state === 'ended';
    return {
      id,
      type: 'message_batch',
      processing_status: state,
      request_counts: {
        processing: hasEnded ? 0 : requests.length,
        succeeded: hasEnded ? requests.length : 0,
        errored: 0,
        canceled: 0,
        expired: 0,
      },
      created_at: createdAt.toISOString(),
      expires_at: new Date(createdAt.getTime() + 24 * 60 * 60 * 1000).toISOString(),
      ended_at: hasEnded ? new Date().toISOString() : null,
      cancel_initiated_at: null,
      archived_at: null,
      results_url: hasEnded ? `${this.url}/v1/messages/batches/${id}/results` : null,
    };
  }

  #createResultJson(request: DemoRequest) {
    const result = this.createResult(request);
    if (result.type === 'errored')
      return {
        type: 'errored',
        error: { type: 'error', error: { type: 'api_error', message: result.message } },
      };
    if (result.type !== 'succeeded') return result;
    const { text, stopReason = 'end_turn', input = 1000, output = 2000 } = result;
    return {
      type: 'succeeded',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: request.params.model,
        content: [
          { type: 'thinking', thinking: '', signature: 'x' },
          { type: 'text', text },
        ],
        stop_reason: stopReason,
        stop_sequence: null,
        usage: { input_tokens: input, output_tokens: output },
      },
    };
  }
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function sendError(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const error = {
    type: ERROR_TYPES[status] ?? 'api_error',
    message: `the stand-in says ${status}`,
  };
  response.end(JSON.stringify({ type: 'error', error }));
}
