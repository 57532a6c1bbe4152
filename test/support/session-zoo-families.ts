import { branchOf, childOf, COMPRESSED, loop, mark, subagentOf, type ZooBuilder } from './session-zoo-builder.ts';

/** Families of several conversations, and odd ones: resets, missing parents, loops. */
export const FAMILY_SHAPES: Readonly<Record<string, (b: ZooBuilder) => void>> = {
  subagents: b => {
    const root = b.add('a');
    b.expect('root', [root]);
    for (let count = 1 + b.below(4); count > 0; count -= 1) {
      b.expect('delegate', [b.add(`d${String(count)}`, subagentOf(root))], root);
    }
  },
  'subagent of a subagent': b => {
    const root = b.add('a');
    const one = b.add('d', subagentOf(root));
    b.expect('root', [root]);
    b.expect('delegate', [one], root);
    b.expect('delegate', [b.add('dd', subagentOf(one))], one);
  },
  'subagent of a compressed session, started before the continuation': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('delegate', [b.add('d', subagentOf(root))], root);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'subagent that was compressed': b => {
    const root = b.add('a');
    const one = b.add('d', { ...subagentOf(root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('delegate', [one, b.add('dn', childOf(one))], root);
  },
  'compressed subagent, and a child that carries its mark': b => {
    const root = b.add('a');
    const one = b.add('d', { ...subagentOf(root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('delegate', [one], root);
    b.expect('delegate', [b.add('dn', { ...childOf(one), ...mark('_delegate_from', root) })], one);
  },
  'subagent of a branch': b => {
    const root = b.add('a');
    const branch = b.add('br', branchOf(root));
    b.expect('root', [root]);
    b.expect('branch', [branch], root);
    b.expect('delegate', [b.add('d', subagentOf(branch))], branch);
  },
  'orphaned subagent': b => b.expect('delegate', [b.add('x', mark('_delegate_from', '__orphaned__'))]),
  'subagent of a session that is gone': b => {
    const gone = b.named('gone');
    b.expect('delegate', [b.add('x', subagentOf(gone))]);
  },
  'child that nothing explains': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    b.expect('unknown', [b.add('u', childOf(root))], root);
  },
  'child of a child that nothing explains': b => {
    const root = b.add('a', { end_reason: 'cli_close' });
    const child = b.add('u', childOf(root));
    b.expect('root', [root]);
    b.expect('unknown', [child], root);
    b.expect('unknown', [b.add('uu', childOf(child))], child);
  },
  'marked branch': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    b.expect('branch', [b.add('br', branchOf(root))], root);
  },
  'branch of a branch': b => {
    const root = b.add('a');
    const branch = b.add('br', branchOf(root));
    b.expect('root', [root]);
    b.expect('branch', [branch], root);
    b.expect('branch', [b.add('brbr', branchOf(branch))], branch);
  },
  'marked branch of a compressed session': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('branch', [b.add('br', branchOf(root))], root);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'compressed branch whose continuation inherits the mark': b => {
    const root = b.add('a');
    const branch = b.add('br', { ...branchOf(root), ...COMPRESSED });
    b.expect('root', [root]);
    b.expect('branch', [branch, b.add('brn', { ...childOf(branch), ...mark('_branched_from', root) })], root);
  },
  'branch mark of another session': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    b.expect('unknown', [b.add('u', { ...childOf(root), ...mark('_branched_from', b.named('other')) })], root);
  },
  'old branch, and a child from before it': b => {
    const root = b.add('a', { end_reason: 'branched' });
    b.expect('root', [root]);
    b.expect('branch', [b.add('lb', childOf(root))], root);
    b.expect('unknown', [b.add('early', { ...childOf(root), started_at: b.now - 950 })], root);
  },
  reset: b => {
    const root = b.add('a', { end_reason: 'session_reset' });
    b.expect('root', [root]);
    b.expect('reset', [b.add('r', { ...childOf(root), ...mark('_reset_from', root) })], root);
  },
  'reset of a compressed session': b => {
    const root = b.add('a', COMPRESSED);
    b.expect('reset', [b.add('r', { ...childOf(root), ...mark('_reset_from', root) })], root);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'archived root with a live tip and a reset sibling': b => {
    const root = b.add('a', { ...COMPRESSED, archived: 1 });
    const reset = b.add('r', { ...childOf(root), ...mark('_reset_from', root), end_reason: 'session_reset' });
    b.expect('reset', [reset], root);
    b.expect('reset', [b.add('rr', { ...childOf(reset), ...mark('_reset_from', reset) })], reset);
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'missing parent': b => b.expect('root', [b.add('x', childOf(b.named('gone')))]),
  'missing parent of a compressed session': b => {
    const root = b.add('a', { ...childOf(b.named('gone')), ...COMPRESSED });
    b.expect('root', [root, b.add('b', childOf(root))]);
  },
  'branch of a session that is gone': b => b.expect('root', [b.add('x', branchOf(b.named('gone')))]),
  'its own parent': b => {
    const id = b.add('x');
    b.change(id, { ...childOf(id), ...COMPRESSED });
    b.expect('root', [id]);
  },
  'its own parent, with a continuation': b => {
    const id = b.add('x', COMPRESSED);
    b.change(id, childOf(id));
    b.expect('root', [id, b.add('y', childOf(id))]);
  },
  'loop of two compressed sessions': b => b.expect('root', loop(b, 2, COMPRESSED)),
  'loop of seven compressed sessions': b => b.expect('root', loop(b, 7, COMPRESSED)),
  'loop of sessions that nothing explains': b => {
    const [first = '', second = '', third = ''] = loop(b, 3, {});
    b.expect('root', [first]);
    b.expect('unknown', [second], first);
    b.expect('unknown', [third], second);
  },
  'loop that a subagent is part of': b => {
    const root = b.add('a');
    const aid = b.add('d', subagentOf(root));
    b.change(root, childOf(aid));
    b.expect('root', [root]);
    b.expect('delegate', [aid], root);
  },
  'chain that hangs on a loop': b => {
    const ids = loop(b, 2, COMPRESSED);
    const branch = b.add('br', branchOf(ids[0] ?? ''));
    b.expect('root', ids);
    b.expect('branch', [branch], ids[0]);
  },
  'a mark beside NaN': b => {
    const root = b.add('a');
    b.expect('root', [root]);
    const config = `{"temperature": NaN, "_branched_from": ${JSON.stringify(root)}}`;
    b.expect('branch', [b.add('br', { ...childOf(root), model_config: config })], root);
  },
};
