import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AI_REQUEST_STATE_MACHINE, INTERNAL_AI_REQUEST_STATUS_NAMES } from './ai-request-states.ts';
import { STATE_MACHINES_BY_DOCS_PAGE } from './machines.ts';
import { describeForbiddenTransition, findTransition, listAllowedEvents } from './state-machine.ts';
import { renderStateMachinePage } from './state-machine-page.ts';

const DOCS_FOLDER = path.join(import.meta.dirname, '../../../docs/states');

/**
 * The statuses of each state machine, verbatim from the product specification (4, "Back-office status vocabularies").
 */
const SPEC_STATES: Readonly<Record<string, readonly string[]>> = {
  'batch-requests': ['in_progress', 'canceling', 'ended', 'failed', 'expired'],
  'article-ideas': ['pending', 'generating', 'generated'],
  articles: ['ai_review', 'human_review', 'draft', 'published', 'archived'],
  'article-reviews': ['pending', 'concerns_addressed', 'accepted', 'rejected'],
  'review-concerns': ['pending_action', 'ignored', 'human_addressed', 'ai_improved'],
  authors: ['pending_idea', 'active', 'inactive'],
  'contact-messages': ['pending', 'replied', 'spam'],
};

describe.each(Object.entries(STATE_MACHINES_BY_DOCS_PAGE))('the states of %s', (name, machine) => {
  const states = Object.keys(machine.states);
  const events = [...new Set(machine.transitions.map(({ event }) => event))];

  it('are those of the spec, if it names any', () => {
    const specStates = SPEC_STATES[name];
    if (specStates) expect(states.toSorted()).toEqual([...specStates].toSorted());
  });

  it('are all reachable, and an event leads from a state to at most one state', () => {
    const reachable = new Set(machine.initial);
    for (let previousSize = -1; previousSize < reachable.size; ) {
      previousSize = reachable.size;
      for (const { from, to } of machine.transitions)
        if (from.some((state) => reachable.has(state))) reachable.add(to);
    }
    expect([...reachable].toSorted()).toEqual(states.toSorted());
    for (const state of states)
      for (const event of events) {
        const matches = machine.transitions.filter(
          (each) => each.event === event && each.from.includes(state),
        );
        expect(matches.length).toBeLessThanOrEqual(1);
      }
  });

  it('change only by transitions in the table, for any sequence of events', () => {
    const eventSequences = fc.array(fc.constantFrom(...events), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...machine.initial), eventSequences, (initial, sequence) => {
        let state = initial;
        for (const event of sequence) {
          const transition = findTransition(machine, state, event);
          if (!transition) {
            expect(describeForbiddenTransition(machine, state, event)).toContain(
              machine.states[state]!.label,
            );
            continue;
          }
          expect(transition.from).toContain(state);
          state = transition.to;
          expect(states).toContain(state);
        }
      }),
    );
  });

  it('match their generated page in docs/states', () => {
    expect(readFileSync(path.join(DOCS_FOLDER, `${name}.md`), 'utf8')).toBe(
      renderStateMachinePage(name, machine),
    );
  });

  it('offer an actor only permitted events', () => {
    for (const state of states)
      for (const event of listAllowedEvents(machine, state, 'reader'))
        expect(findTransition(machine, state, event)!.by).toContain('reader');
  });
});

it('has an internal name for each status of an AI request', () => {
  expect(Object.keys(INTERNAL_AI_REQUEST_STATUS_NAMES).toSorted()).toEqual(
    Object.keys(AI_REQUEST_STATE_MACHINE.states).toSorted(),
  );
});
