import type { Config } from '#server/platform/config.ts';
import { createFolderFileStore } from './folder.ts';
import type { FileStore } from './store.ts';

/** Opens the configured file store: the S3 bucket if one is set, otherwise `folder`. */
export async function openFileStore(config: Config, folder: string): Promise<FileStore> {
  const { FILES_S3_BUCKET, FILES_S3_ENDPOINT, FILES_S3_REGION } = config;
  if (!FILES_S3_BUCKET) return createFolderFileStore(folder);
  // Imports the S3 store on demand, because most installations have no bucket.
  const { createS3FileStore } = await import('./s3.ts');
  return createS3FileStore({
    bucket: FILES_S3_BUCKET,
    endpoint: FILES_S3_ENDPOINT,
    region: FILES_S3_REGION,
    // `config.ts` guarantees that the credentials are set if a bucket is set.
    keyId: config.FILES_S3_KEY_ID!,
    secret: config.FILES_S3_SECRET!,
  });
}
