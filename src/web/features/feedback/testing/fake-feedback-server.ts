import type { FeedbackType } from '#domain/feedback.ts';

/** A fake API server for one reader's feedback on one article. */
export class FakeFeedbackServer {
  saved: FeedbackType | null = null;
  /** Received requests, each as its method, path and type of feedback, if any. */
  calls: string[] = [];
  /** The error status of all responses; `undefined` while the server accepts requests. */
  refusal: number | undefined;
  #pause = Promise.resolve();

  /** Delays all responses until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    return resolve;
  }

  /**
   * Replaces the browser's `fetch`. The response depends on the fake server's state when the request arrives, not when
   * the response is sent.
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
