import { ALT, MOD } from '../../lib/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyList, type KeyWords } from '../../ui/key-list.tsx';

const KEYS: readonly KeyWords[] = [
  [`${MOD} S`, 'Save now'],
  [`${MOD} Enter`, 'See what readers will get, and publish'],
  [`${ALT} ↑ or ↓`, 'To the part before or after'],
  ['Enter', 'In a line: to the next part'],
  [`${MOD} I, ${MOD} B, ${MOD} E`, 'Emphasis, strong, code'],
  [`${MOD} , or .`, 'Subscript, superscript'],
  [`${MOD} K`, 'Link the selected words; without any, go somewhere'],
  [`${MOD} Z`, 'Take back the last change of a part'],
  ['Shift Enter', 'A new line within a paragraph'],
  ['*word*, **word**, `word`', 'Become emphasis, strong, code as you type'],
  ['[word](address)', 'Becomes a link'],
  [`${MOD} /`, 'This list'],
];

interface HelpProps {
  isOpen: boolean;
  onClose: () => void;
}

export function Help({ isOpen, onClose }: HelpProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys" isReadFirst>
      <KeyList keys={KEYS} />
    </Dialog>
  );
}
