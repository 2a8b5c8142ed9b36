import { useRef, useState } from 'react';
import type { CategoryId } from '#domain/categories.ts';
import { sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';

/**
 * Returns the topics that a reader has chosen, and a function that changes them. `saved` contains the topics from the
 * page's payload. Changes are sent to the server one after the other, so that the last one wins.
 */
export function useTopicChoice(
  saved: readonly CategoryId[],
): [topics: readonly CategoryId[], choose: (topics: readonly CategoryId[]) => void] {
  const [topics, setTopics] = useState(saved);
  const lastRequest = useRef(Promise.resolve());

  function choose(next: readonly CategoryId[]) {
    setTopics(next);
    lastRequest.current = lastRequest.current.then(() => sendTopics(next));
  }
  return [topics, choose];
}

async function sendTopics(topics: readonly CategoryId[]): Promise<void> {
  try {
    await sendPut('/user/topics', { topics });
    removeCachedPersonalPayloads();
  } catch (error) {
    logAndReportError(error, 'The topics could not be saved');
    showToast({ kind: 'error', text: dailyFiveCopy.topicsFailed });
  }
}
