import { ACTORS, type StateMachine } from './state-machine.ts';

/**
 * Returns a Markdown page about a state machine: its diagram (Mermaid), and tables of its states and
 * transitions.
 */
export function describeMachine(name: string, machine: StateMachine): string {
  const { states, initial, transitions, subject } = machine;
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const arrows = transitions.flatMap(({ event, from, to }) =>
    from.map((state) => `  ${state} --> ${to}: ${event}`),
  );
  return [
    `# ${title}: their states`,
    `What becomes of each ${subject}. Written by \`npm run docs:states\` from \`src/domain/statuses/machines.ts\`; a test compares them.`,
    [
      '```mermaid',
      'stateDiagram-v2',
      ...initial.map((state) => `  [*] --> ${state}`),
      ...arrows,
      '```',
    ].join('\n'),
    table(
      ['state', 'shown as', 'means'],
      Object.entries(states).map(([state, { label, meaning }]) => [`\`${state}\``, label, meaning]),
    ),
    table(
      ['event', 'from', 'to', 'caused by', 'what follows'],
      transitions.map(({ event, from, to, by, effect: follows }) => [
        `\`${event}\``,
        from.map((state) => `\`${state}\``).join(', '),
        `\`${to}\``,
        by.map((actor) => ACTORS[actor]).join(', '),
        follows,
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
