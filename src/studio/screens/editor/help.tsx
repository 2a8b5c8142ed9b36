import { copy } from '../../copy.ts';
import { ALT, MOD } from '../../lib/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyList, type KeyWords } from '../../ui/key-list.tsx';

const words = copy.editorKeys;

const KEYS: readonly KeyWords[] = [
  [`${MOD} S`, words.save],
  [`${MOD} Enter`, words.publish],
  [`${ALT} ↑ or ↓`, words.parts],
  ['Enter', words.enter],
  [`${MOD} I, ${MOD} B, ${MOD} E`, words.marks],
  [`${MOD} , or .`, words.scripts],
  [`${MOD} K`, words.link],
  [`${MOD} Z`, words.undo],
  ['Shift Enter', words.lineBreak],
  ['*word*, **word**, `word`', words.typed],
  ['[word](address)', words.typedLink],
  [`${MOD} /`, words.list],
];

interface HelpProps {
  isOpen: boolean;
  onClose: () => void;
}

export function Help({ isOpen, onClose }: HelpProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isReadFirst>
      <KeyList keys={KEYS} />
    </Dialog>
  );
}
