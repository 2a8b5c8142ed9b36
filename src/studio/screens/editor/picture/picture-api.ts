import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CategoryId } from '#domain/categories.ts';
import type { FocalPoint } from '#domain/images.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';
import type {
  DrawingChoicePage,
  Photo,
  PhotoUploadDetails,
  StockPhoto,
  StockPhotoPage,
  StockPhotoServiceId,
} from '#domain/studio/pictures.ts';
import { ApiError, notifyUnauthorizedListeners } from '#ui/lib/api.ts';
import { readIdTokenCookie } from '#ui/lib/id-token.ts';
import { computeSha256Hex } from '#ui/lib/sha256-hex.ts';
import { copy } from '../../../copy.ts';
import { studioApi } from '../../../lib/studio-api.ts';

const words = copy.picture;

export function drawingsQuery(id: string, category: CategoryId) {
  return infiniteQueryOptions({
    queryKey: ['drawings', id, category],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<DrawingChoicePage>(
        `/articles/${id}/drawings`,
        { category, from: pageParam },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 60_000,
  });
}

export const stockServicesQuery = queryOptions({
  queryKey: ['stock'],
  queryFn: ({ signal }) => studioApi.get<{ services: StockPhotoServiceId[] }>('/stock', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export function stockPhotosQuery(service: StockPhotoServiceId, q: string) {
  return infiniteQueryOptions({
    queryKey: ['stock', service, q],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<StockPhotoPage>(`/stock/${service}`, { q, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : null),
    // A failed search is not retried, because every search counts against the service's rate limit.
    retry: false,
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
}

export const photosQuery = queryOptions({
  queryKey: ['photos'],
  queryFn: ({ signal }) => studioApi.get<{ photos: Photo[] }>('/photos', {}, signal),
});

export function addStockPhoto({ service, id }: StockPhoto): Promise<Photo> {
  return studioApi.post<Photo>('/photos/stock', { service, id });
}

export function addPhotoCrop(photoId: string, focus: FocalPoint): Promise<Photo> {
  return studioApi.post<Photo>(`/photos/${photoId}/crops`, { focus: { x: focus.x, y: focus.y } });
}

/**
 * Uploads a picture. `onProgress` receives the fraction of bytes sent, from 0 to 1. Throws {@link ApiError} if the
 * server rejects the picture, and `TypeError` if the server cannot be reached.
 */
export async function uploadPhoto(
  file: Blob,
  details: PhotoUploadDetails,
  onProgress: (fraction: number) => void,
): Promise<Photo> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const hash = await computeSha256Hex(bytes);
  const token = readIdTokenCookie();
  const request = new XMLHttpRequest();
  // The upload uses `XMLHttpRequest`, because `fetch` does not report the progress of an upload.
  request.open('POST', `/api/v1/studio/photos?${new URLSearchParams({ ...details })}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.setRequestHeader('x-content-sha256', hash);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(new TypeError(words.offline));
    request.send(bytes);
  });
  const { status, response } = request;
  if (status === 401) notifyUnauthorizedListeners(token);
  if (status === 200) return response.data;
  throw new ApiError(status, describeStatus(status) ?? response?.error ?? words.failed);
}

function describeStatus(status: number): string | undefined {
  if (status === 413) return PHOTO_TOO_LARGE_MESSAGE;
  if (status === 408) return words.tooSlow;
  return undefined;
}

export const PHOTO_TOO_LARGE_MESSAGE = words.tooLarge(PHOTO_LIMITS.bytes / 1024 / 1024);
