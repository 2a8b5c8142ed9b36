import { copy } from '../../copy.ts';
import { ALT_KEY_LABEL, MOD_KEY_LABEL } from '../../lib/key-labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Shortcut, ShortcutList } from '../../ui/shortcut-list.tsx';

const words = copy.editorKeys;

const EDITOR_SHORTCUTS: readonly Shortcut[] = [
  [`${MOD_KEY_LABEL} S`, words.save],
  [`${MOD_KEY_LABEL} Enter`, words.publish],
  [`${ALT_KEY_LABEL} ↑ or ↓`, words.parts],
  ['Enter', words.enter],
  [`${MOD_KEY_LABEL} I, ${MOD_KEY_LABEL} B, ${MOD_KEY_LABEL} E`, words.marks],
  [`${MOD_KEY_LABEL} , or .`, words.scripts],
  [`${MOD_KEY_LABEL} K`, words.link],
  [`${MOD_KEY_LABEL} Z`, words.undo],
  ['Shift Enter', words.lineBreak],
  ['*word*, **word**, `word`', words.typed],
  ['[word](address)', words.typedLink],
  [`${MOD_KEY_LABEL} /`, words.list],
];

interface EditorShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function EditorShortcutsDialog({ isOpen, onClose }: EditorShortcutsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} focusesTitle>
      <ShortcutList keys={EDITOR_SHORTCUTS} />
    </Dialog>
  );
}
