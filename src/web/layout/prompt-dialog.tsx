import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { closePrompt, type Prompt, usePrompt } from '#web/reader/prompt.ts';
import type { RenderPrompt } from './load-prompt-dialog.tsx';

interface Loaded {
  prompt: Prompt;
  show: RenderPrompt;
}

/**
 * Shows what stands between a reader and what they wanted (reader/prompt.ts). The dialogs come with the first
 * need of them. What was shown last stays while it closes, and the focus goes back to the button that asked.
 */
export function PromptDialog() {
  const prompt = usePrompt();
  const { pathname } = useLocation();
  const opener = useOpener(prompt);
  const [loaded, setLoaded] = useState<Loaded>();

  useEffect(() => {
    if (!prompt) return;
    let isStale = false;
    loadPrompt(prompt).then(
      (show) => {
        if (!isStale) setLoaded({ prompt, show });
      },
      (error: unknown) => {
        logError(error, 'A prompt could not be loaded');
        showToast({ kind: 'error', text: toastTextOf(prompt) });
        closePrompt();
      },
    );
    return () => {
      isStale = true;
    };
  }, [prompt]);

  // On another screen nobody wants it any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it is about
  useEffect(() => closePrompt, [pathname]);

  return loaded?.show({ isOpen: prompt === loaded.prompt, onClose: closePrompt, opener });
}

async function loadPrompt(prompt: Prompt): Promise<RenderPrompt> {
  const { loadPromptDialog } = await loadChunk(import('./load-prompt-dialog.tsx'));
  return loadPromptDialog(prompt);
}

/** What a prompt comes down to where its dialog cannot be had. */
function toastTextOf(prompt: Prompt): string {
  switch (prompt.kind) {
    case 'limit':
      return prompt.message;
    case 'narrations':
      return layoutCopy.dialogFailed.narrations;
    case 'welcome':
      return layoutCopy.welcomeToPremium;
    case 'sign-in':
      return layoutCopy.dialogFailed.signIn;
  }
}

/**
 * The button that asked. It has the focus, unless this is Safari, which gives none to a button that is
 * pressed, or the button was disabled while the server was asked: so the last press is remembered too.
 */
function useOpener(prompt: Prompt | undefined): RefObject<HTMLElement | null> {
  const pressed = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    const onPress = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.closest('button') : null;
    };
    addEventListener('click', onPress, { capture: true });
    return () => removeEventListener('click', onPress, { capture: true });
  }, []);
  useEffect(() => {
    if (!prompt) return;
    const { activeElement, body } = document;
    opener.current =
      activeElement instanceof HTMLElement && activeElement !== body
        ? activeElement
        : pressed.current;
  }, [prompt]);
  return opener;
}
