import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AiRequestType } from '#domain/studio/ai-requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { aiRequestItems, aiRequests } from './schema.ts';

/**
 * Finds the pending items that are about the given objects, such as articles or ideas. Returns the IDs of the items' AI
 * requests by object ID. Leaves out objects without a pending item.
 */
export async function findPendingRequestIdsBySubject(
  queries: Queries,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  if (!subjectIds.length) return new Map();
  const rows = await queries
    .select({ subjectId: aiRequestItems.subjectId, requestId: aiRequestItems.requestId })
    .from(aiRequestItems)
    .where(
      and(inArray(aiRequestItems.subjectId, [...subjectIds]), eq(aiRequestItems.status, 'pending')),
    );
  return new Map(rows.map(({ subjectId, requestId }) => [subjectId!, requestId]));
}

/** Returns the IDs of the given items that are still pending. */
export async function filterPendingItemIds(
  queries: Queries,
  itemIds: readonly string[],
): Promise<Set<string>> {
  if (!itemIds.length) return new Set();
  const rows = await queries
    .select({ id: aiRequestItems.id })
    .from(aiRequestItems)
    .where(and(inArray(aiRequestItems.id, [...itemIds]), eq(aiRequestItems.status, 'pending')));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Finds the latest AI request of the given type for each of the given objects, such as ideas. Considers only requests
 * in which the item about the object is pending or has succeeded. Returns the IDs of the requests by object ID.
 */
export async function findLatestRequestIdsBySubject(
  queries: Queries,
  type: AiRequestType,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  if (!subjectIds.length) return new Map();
  const rows = await queries
    .select({ subjectId: aiRequestItems.subjectId, requestId: aiRequestItems.requestId })
    .from(aiRequestItems)
    .innerJoin(aiRequests, eq(aiRequests.id, aiRequestItems.requestId))
    .where(
      and(
        inArray(aiRequestItems.subjectId, [...subjectIds]),
        inArray(aiRequestItems.status, ['pending', 'succeeded']),
        eq(aiRequests.type, type),
      ),
    )
    .orderBy(asc(aiRequests.id));
  return new Map(rows.map(({ subjectId, requestId }) => [subjectId!, requestId]));
}

/**
 * Lists the pending items about the given objects in AI requests of the given type. Returns the object and the details
 * of each item.
 */
export async function listPendingItemsOfSubjects(
  queries: Queries,
  type: AiRequestType,
  subjectIds: readonly string[],
): Promise<{ subjectId: string; details: Record<string, unknown> }[]> {
  const rows = await queries
    .select({ subjectId: aiRequestItems.subjectId, details: aiRequestItems.details })
    .from(aiRequestItems)
    .innerJoin(aiRequests, eq(aiRequests.id, aiRequestItems.requestId))
    .where(
      and(
        inArray(aiRequestItems.subjectId, [...subjectIds]),
        eq(aiRequestItems.status, 'pending'),
        eq(aiRequests.type, type),
      ),
    );
  return rows.map(({ subjectId, details }) => ({ subjectId: subjectId!, details }));
}
