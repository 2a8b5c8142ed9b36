import type { FeedbackType } from '#domain/feedback.ts';

/** A fake API server for one reader's feedback on one article. */
export class FakeFeedbackServer {
  saved: FeedbackType | null = null;
  /** The received requests. Each entry consists of the method, the path and, if present, the type of feedback. */
  calls: string[] = [];
  /** The status code with which all requests fail, or `undefined` if they succeed. */
  refusal: number | undefined;
  #pause = Promise.resolve();

  /** Delays all responses until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    return resolve;
  }

  /**
   * A replacement for the browser's `fetch`. A GET response contains the feedback that was stored when the request
   * arrived, even if the response is delayed.
   */
  fetch = async (url: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> => {
    const { feedbackType = null } = JSON.parse((body as string | undefined) ?? '{}');
    this.calls.push([method, url, feedbackType].filter(Boolean).join(' '));
    const { saved } = this;
    await this.#pause;
    signal?.throwIfAborted();
    if (this.refusal) return Response.json({ error: 'No.' }, { status: this.refusal });
    if (method === 'GET') return Response.json({ data: { feedbackType: saved } });
    this.saved = feedbackType;
    return new Response(null, { status: 204 });
  };
}
