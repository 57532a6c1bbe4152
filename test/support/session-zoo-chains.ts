import { branchOf, childOf, COMPRESSED, mark, subagentOf, type ZooBuilder } from './session-zoo-builder.ts';

/** Families of one conversation, and of sessions that compete for being its next segment. */
export const CHAIN_SHAPES: Readonly<Record<string, (b: ZooBuilder) => void>> = {
  'alone, open': b => b.expect('root', [b.add('x')]),
  'alone, ended': b => b.expect('root', [b.add('x', { end_reason: 'cli_close' })]),
  'alone, compressed without continuation': b => b.expect('root', [b.add('x', COMPRESSED)]),
  'short chain': b => b.expect('root', b.chain(2 + b.below(4))),
  'fifty links': b => b.expect('root', b.chain(50)),
  'a hundred and eighty links': b => b.expect('root', b.chain(180)),
  'chain that ended': b => b.expect('root', b.chain(3, { end_reason: 'agent_close' })),
  'chain whose tip was compressed too': b => b.expect('root', b.chain(4, COMPRESSED)),
  'chain across sources': b => b.expect('root', b.chain(3, { source: 'telegram' }, { source: 'discord' })),
  'chain of scheduled runs': b => b.expect('root', b.chain(2, { source: 'cron' }, { source: 'cron' })),
  'archived root, live tip': b => b.expect('root', b.chain(3, {}, { archived: 1 })),
  'archived tip': b => b.expect('root', b.chain(3, { archived: 1 })),
  'archived throughout': b => {
    const ids = b.chain(3);
    for (const id of ids) b.change(id, { archived: 1 });
    b.expect('root', ids);
  },
  'pinned in the middle': b => {
    const ids = b.chain(3);
    b.change(ids[1] ?? '', { pinned: 1 });
    b.expect('root', ids);
  },
  'continuation older than the end of its parent': b => {
    const root = b.add('a', { ...COMPRESSED, ended_at: b.now + 5000 });
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'continuation that started before its parent': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('root', [root, b.add('b', { ...childOf(root), started_at: b.now - 800 })]);
  },
  'stale sibling': b => {
    const root = b.add('a', COMPRESSED);
    const next = b.add('b', childOf(root));
    const stale = b.add('c', { ...childOf(root), end_reason: 'ws_orphan_reap' });
    b.say(stale, b.now + 800_000);
    b.expect('root', [root, next]);
    b.expect('unknown', [stale], root);
  },
  'siblings: compressed before open': b => {
    const root = b.add('a', COMPRESSED);
    const chosen = b.add('b', { ...childOf(root), ...COMPRESSED });
    const open = b.add('c', childOf(root));
    b.expect('root', [root, chosen]);
    b.expect('unknown', [open], root);
  },
  'siblings: the more active of two open ones': b => {
    const root = b.add('a', COMPRESSED);
    const chosen = b.add('b', childOf(root));
    const other = b.add('c', childOf(root));
    b.say(chosen, b.now + 700_000);
    b.expect('root', [root, chosen]);
    b.expect('unknown', [other], root);
  },
  'siblings: the greater id of two equal ones': b => {
    const root = b.add('a', COMPRESSED);
    const same = { ...childOf(root), started_at: 5, end_reason: 'x' };
    const messages = b.messages.length;
    const one = b.add('b', same);
    const two = b.add('c', same);
    b.messages.length = messages;
    b.expect('root', [root, two]);
    b.expect('unknown', [one], root);
  },
  'siblings: each with a chain of its own': b => {
    const root = b.add('a', COMPRESSED);
    const early = b.add('b', { ...childOf(root), ...COMPRESSED });
    const earlyNext = b.add('bn', childOf(early));
    const late = b.add('c', { ...childOf(root), ...COMPRESSED });
    const lateNext = b.add('cn', childOf(late));
    b.say(late, b.now + 900_000);
    b.expect('root', [root, late, lateNext]);
    b.expect('unknown', [early, earlyNext], root);
  },
  'siblings at two links of a chain': b => {
    const root = b.add('a', COMPRESSED);
    const lost = b.add('b', { ...childOf(root), end_reason: 'ws_orphan_reap' });
    const next = b.add('c', { ...childOf(root), ...COMPRESSED });
    const lostToo = b.add('d', { ...childOf(next), end_reason: 'tui_close' });
    b.expect('root', [root, next, b.add('e', childOf(next))]);
    b.expect('unknown', [lost], root);
    b.expect('unknown', [lostToo], next);
  },
  'unknown child with a chain of its own': b => {
    const root = b.add('a');
    const child = b.add('b', { ...childOf(root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('unknown', [child, b.add('c', childOf(child))], root);
  },
  'tool child of a compressed session': b => {
    const root = b.add('a', COMPRESSED);
    const tool = b.add('t', { ...childOf(root), source: 'tool' });
    b.expect('root', [root, b.add('b', childOf(root))]);
    b.expect('unknown', [tool], root);
  },
  'tool session of its own': b => b.expect('root', [b.add('x', { source: 'tool' })]),
  'configurations that are no objects': b => {
    const root = b.add('a', COMPRESSED);
    const texts = ['', 'null', '[]', '{"_branched_from": ', '{"x": NaN, "_from": "y"}'];
    const bad = { model_config: texts[b.below(texts.length)] };
    b.expect('root', [root, b.add('b', { ...childOf(root), ...bad })]);
  },
  'times that are none': b => {
    const root = b.add('a', { ...COMPRESSED, started_at: -7 });
    b.expect('root', [root, b.add('b', { ...childOf(root), started_at: 1e300 })]);
  },
  'ids that look like numbers or patterns': b => {
    const root = b.add('%_', COMPRESSED);
    b.expect('root', [root, b.add('\'"\\ 日本', childOf(root))]);
  },
  'a long chain with something on each segment': b => {
    const ids = b.chain(12);
    b.expect('root', ids);
    for (const [at, id] of ids.entries()) {
      if (at % 3 === 0) b.expect('delegate', [b.add(`d${String(at)}`, subagentOf(id))], id);
      if (at % 3 === 1) b.expect('branch', [b.add(`br${String(at)}`, branchOf(id))], id);
      if (at % 3 === 2) {
        b.expect('reset', [b.add(`r${String(at)}`, { ...childOf(id), ...mark('_reset_from', id) })], id);
      }
    }
  },
};
