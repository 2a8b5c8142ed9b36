import { ACTOR_LABELS, type StateMachine } from './state-machine.ts';

/**
 * Returns a Markdown page that documents a state machine with a Mermaid diagram and tables of its states and
 * transitions.
 */
export function renderStateMachinePage(name: string, machine: StateMachine): string {
  const { states, initial, transitions, subject } = machine;
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const arrows = transitions.flatMap(({ event, from, to }) =>
    from.map((state) => `  ${state} --> ${to}: ${event}`),
  );
  return [
    `# States: ${title.toLowerCase()}`,
    `The states of ${/^[aeiou]/.test(subject) ? 'an' : 'a'} ${subject}, and the events that change them. Generated from \`src/domain/statuses\` by \`npm run docs:states\`. A test compares both.`,
    [
      '```mermaid',
      'stateDiagram-v2',
      ...initial.map((state) => `  [*] --> ${state}`),
      ...arrows,
      '```',
    ].join('\n'),
    renderTable(
      ['state', 'label', 'meaning'],
      Object.entries(states).map(([state, { label, meaning }]) => [`\`${state}\``, label, meaning]),
    ),
    renderTable(
      ['event', 'from', 'to', 'allowed for', 'effect'],
      transitions.map(({ event, from, to, by, effect }) => [
        `\`${event}\``,
        from.map((state) => `\`${state}\``).join(', '),
        `\`${to}\``,
        by.map((actor) => ACTOR_LABELS[actor]).join(', '),
        effect,
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [renderRow(head), renderRow(head.map(() => '---')), ...rows.map(renderRow)].join('\n');
}
