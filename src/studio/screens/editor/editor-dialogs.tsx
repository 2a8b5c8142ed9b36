import { useArticleEditor } from './article-editor.ts';
import { ArchiveDialog, EditConflictDialog, LibraryConflictDialog } from './conflict-dialogs.tsx';
import type { EditorDialogName } from './editor-bar.tsx';
import { EditorShortcutsDialog } from './editor-shortcuts-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RequestAiReviewDialog } from './request-ai-review-dialog.tsx';
import { LinkPreviewDialog } from './shared-link/link-preview-dialog.tsx';
import { UndecidedConcernsDialog } from './undecided-concerns-dialog.tsx';

interface EditorDialogsProps {
  opened: EditorDialogName | undefined;
  onClose: (dialog: EditorDialogName) => void;
}

/** Shows the open dialog of the article editor. */
export function EditorDialogs({ opened, onClose }: EditorDialogsProps) {
  const { activeEditor } = useArticleEditor();
  const getDialogProps = (name: EditorDialogName) => ({
    isOpen: opened === name,
    onClose: () => onClose(name),
  });
  return (
    <>
      <PublishDialog {...getDialogProps('publish')} />
      <UndecidedConcernsDialog {...getDialogProps('concerns')} />
      <RequestAiReviewDialog {...getDialogProps('review')} />
      <ArchiveDialog {...getDialogProps('archive')} />
      <HistoryDialog {...getDialogProps('history')} />
      <LinkPreviewDialog {...getDialogProps('shared-link')} />
      <EditorShortcutsDialog {...getDialogProps('help')} />
      <LinkDialog editor={activeEditor} {...getDialogProps('link')} />
      <EditConflictDialog {...getDialogProps('conflict')} />
      <LibraryConflictDialog {...getDialogProps('library')} />
    </>
  );
}
