import { useArticleEditor } from './article-editor.ts';
import { ArchiveDialog, EditConflictDialog, LibraryConflictDialog } from './conflict-dialogs.tsx';
import type { EditorDialogName } from './editor-bar.tsx';
import { EditorShortcutsDialog } from './editor-shortcuts-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RequestReviewDialog } from './request-review-dialog.tsx';
import { SharedLinkDialog } from './shared-link/shared-link-dialog.tsx';
import { UndecidedConcernsDialog } from './undecided-concerns-dialog.tsx';

interface EditorDialogsProps {
  opened: EditorDialogName | undefined;
  onClose: (dialog: EditorDialogName) => void;
}

/** Shows the open dialog of the article editor. */
export function EditorDialogs({ opened, onClose }: EditorDialogsProps) {
  const { activeEditor } = useArticleEditor();
  const dialog = (name: EditorDialogName) => ({
    isOpen: opened === name,
    onClose: () => onClose(name),
  });
  return (
    <>
      <PublishDialog {...dialog('publish')} />
      <UndecidedConcernsDialog {...dialog('concerns')} />
      <RequestReviewDialog {...dialog('review')} />
      <ArchiveDialog {...dialog('archive')} />
      <HistoryDialog {...dialog('history')} />
      <SharedLinkDialog {...dialog('shared-link')} />
      <EditorShortcutsDialog {...dialog('help')} />
      <LinkDialog editor={activeEditor} {...dialog('link')} />
      <EditConflictDialog {...dialog('conflict')} />
      <LibraryConflictDialog {...dialog('library')} />
    </>
  );
}
