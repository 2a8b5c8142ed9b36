import { useRef, useState } from 'react';
import { v4 as newId } from 'uuid';

/**
 * An answer being written: kept in this tab until it is sent, whatever is looked at meanwhile. Its id goes with it, so
 * that sending it again after the connection was lost is not sending it twice.
 */
export function useDraft(messageId: string) {
  const key = `studio:reply:${messageId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const id = useRef(newId());
  const write = (next: string) => {
    setText(next);
    if (next) sessionStorage.setItem(key, next);
    else sessionStorage.removeItem(key);
  };
  const clear = () => {
    write('');
    id.current = newId();
  };
  return { text, id: id.current, write, clear };
}
