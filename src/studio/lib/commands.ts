import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { useSearchParams } from 'react-router';
import type { IconName } from '../ui/icons.tsx';

/** An action of the current screen that the command palette lists. */
export interface PaletteCommand {
  name: string;
  icon: IconName;
  /** The command's keyboard shortcut as displayed, such as `Ctrl Enter`. */
  keys?: string;
  run: () => void;
}

const NO_COMMANDS: readonly PaletteCommand[] = [];

const CommandsContext = createContext(NO_COMMANDS);
/**
 * Context for the function that sets the commands. It is separate from the context for the commands, so that setting
 * the commands does not re-render the screen.
 */
const SetCommandsContext = createContext<(commands: readonly PaletteCommand[]) => void>(
  () => undefined,
);

/** Provides the commands of the current screen to the command palette. */
export function CommandsContextProvider({ children }: { children: ReactNode }) {
  const [commands, setCommands] = useState(NO_COMMANDS);
  return createElement(
    SetCommandsContext,
    { value: setCommands },
    createElement(CommandsContext, { value: commands }, children),
  );
}

/**
 * Shows `commands` in the command palette while the component is mounted. Replaces the commands
 * that another component has registered. The array must be memoized, because each new array updates
 * the palette.
 */
export function useRegisterCommands(commands: readonly PaletteCommand[]): void {
  const setCommands = useContext(SetCommandsContext);
  useEffect(() => {
    setCommands(commands);
    return () => setCommands(NO_COMMANDS);
  }, [commands, setCommands]);
}

/** Returns the commands of the current screen. */
export function useAvailableCommands(): readonly PaletteCommand[] {
  return useContext(CommandsContext);
}

/** Returns the path that opens a screen and immediately runs a command on it. */
export function commandPath(path: string, command: string): string {
  return `${path}?do=${command}`;
}

/** Runs a command once if the URL requests it (see {@link commandPath}), and removes the parameter from the URL. */
export function useRunCommandFromUrl(command: string, run: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('do') === command;
  useEffect(() => {
    if (!isRequested) return;
    run();
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('do');
        return next;
      },
      { replace: true },
    );
  }, [isRequested, run, setSearch]);
}
