import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManuscriptSaveResult, ManuscriptVersionInfo } from '#domain/studio/admin-articles.ts';
import { type Manuscript, SAVE_REASON_LABELS } from '#domain/studio/manuscript.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { replaceTextWithSavedVersion, useArticleEditor } from './article-editor.ts';
import styles from './history-dialog.module.css';
import { ManuscriptDiff } from './manuscript-diff.tsx';
import { handleActionFailure, saveTextOrThrow } from './use-run-article-action.ts';

const words = copy.history;

interface HistoryDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Lists stored versions of the manuscript. Editors can compare each version with the current text or restore it. */
export function HistoryDialog({ isOpen, onClose }: HistoryDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isWide note={words.note}>
      <VersionList onDone={onClose} />
    </Dialog>
  );
}

function VersionList({ onDone }: { onDone: () => void }) {
  const { id, article } = useArticleEditor();
  const query = useQuery({
    queryKey: ['article', id, 'versions', article.manuscript.version],
    queryFn: ({ signal }) =>
      studioApi.get<{ versions: ManuscriptVersionInfo[] }>(`/articles/${id}/versions`, {}, signal),
  });
  const [selectedVersion, setSelectedVersion] = useState<number>();
  return (
    <QueryContent query={query}>
      {({ versions }) => {
        if (versions.length < 2) return <p className={styles.none}>{words.empty}</p>;
        const shownVersion = selectedVersion ?? versions[1]!.version;
        return (
          <div className={styles.history}>
            <ol className={styles.versions}>
              {versions.map(({ version, reason, savedByName, savedAt }) => (
                <li key={version}>
                  <button
                    type="button"
                    aria-pressed={version === shownVersion}
                    onClick={() => setSelectedVersion(version)}
                  >
                    <time dateTime={savedAt} title={formatDateTime(savedAt)}>
                      {formatRelativeTime(savedAt)}
                    </time>
                    <span>{`${SAVE_REASON_LABELS[reason]}, ${savedByName}`}</span>
                  </button>
                </li>
              ))}
            </ol>
            <VersionComparison key={shownVersion} version={shownVersion} onDone={onDone} />
          </div>
        );
      }}
    </QueryContent>
  );
}

function VersionComparison({ version, onDone }: { version: number; onDone: () => void }) {
  const editor = useArticleEditor();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['article', editor.id, 'version', version],
    queryFn: ({ signal }) =>
      studioApi.get<{ content: Manuscript }>(
        `/articles/${editor.id}/versions/${version}`,
        {},
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const restore = useMutation({
    mutationFn: async (content: Manuscript) => {
      await saveTextOrThrow(editor);
      const saved = await studioApi.post<ManuscriptSaveResult>(
        `/articles/${editor.id}/versions/${version}/restore`,
        {
          base: editor.autosave.base,
        },
      );
      return { saved, content };
    },
    onSuccess: ({ saved, content }) => {
      queryClient.setQueryData(articleQuery(editor.id).queryKey, (article) =>
        article
          ? { ...article, manuscript: { ...article.manuscript, ...saved, content } }
          : article,
      );
      replaceTextWithSavedVersion(editor, saved.version, content);
      showToast({ kind: 'success', text: words.restored });
      onDone();
    },
    onError: (error) => handleActionFailure(editor, queryClient, error),
  });
  return (
    <div className={styles.past}>
      <QueryContent query={query}>
        {({ content }) => (
          <>
            <header>
              <h3>{words.since}</h3>
              <Button
                className="btn btn-line"
                type="button"
                isBusy={restore.isPending}
                onClick={() => restore.mutate(content)}
              >
                {words.restore}
              </Button>
            </header>
            <ManuscriptDiff before={content} after={editor.store.content} emptyText={words.same} />
          </>
        )}
      </QueryContent>
    </div>
  );
}
