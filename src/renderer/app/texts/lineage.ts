import type { EdgeKind } from '../../../shared/contract/conversation.ts';
import { compactNumber, list, number, plural } from '../format.ts';

const EDGES: Readonly<Record<EdgeKind, string>> = {
  root: 'Root',
  compression: 'Compression',
  branch: 'Branch',
  delegate: 'Delegate',
  reset: 'Reset',
  unknown: 'Unknown',
};

/** What each kind of edge means, for its tooltip. */
const EDGE_HINTS: Readonly<Record<EdgeKind, string>> = {
  root: 'Nothing in this file comes before it.',
  compression: 'Goes on where the session before it was compressed: the same conversation.',
  branch: 'A conversation of its own that was forked off here.',
  delegate: 'A subagent that was given a task here.',
  reset: 'A new conversation, begun by a reset.',
  unknown: 'The row names this parent, but nothing says why.',
};

/** How many of each edge kind a family has: `9 sessions, 1 branch, 4 subagents`. */
function familyWords(sessions: number, edges: Readonly<Partial<Record<EdgeKind, number>>>, missing: number): string {
  const words = [
    plural(sessions, '# session', '# sessions'),
    edges.compression !== undefined && plural(edges.compression, '# compression', '# compressions'),
    edges.branch !== undefined && plural(edges.branch, '# branch', '# branches'),
    edges.delegate !== undefined && plural(edges.delegate, '# subagent', '# subagents'),
    edges.reset !== undefined && plural(edges.reset, '# reset', '# resets'),
    edges.unknown !== undefined && plural(edges.unknown, '# unexplained link', '# unexplained links'),
    missing > 0 && plural(missing, '# missing row', '# missing rows'),
  ].filter(word => word !== false);
  return `Family: ${list(words)}`;
}

/** Texts of the family of a session, as a tree and as a map. */
export const lineageTexts = {
  tree: 'Lineage',
  edges: EDGES,
  edgeHints: EDGE_HINTS,
  legend: 'Kinds of links',
  columns: {
    session: 'Session',
    edge: 'Edge',
    time: 'Time',
    messages: 'Messages',
    tokens: 'Tokens',
    cost: 'Cost',
    end: 'Ended by',
  },
  live: 'Live',
  archived: 'Archived',
  missing: 'row is missing',
  missingHint: (id: string) =>
    `Other rows name ${id} as their parent, but it is not in this file: deleted, or never there.`,
  self: 'its own parent',
  selfHint: 'The row names itself as its parent.',
  loop: 'loop',
  loopHint: (id: string) =>
    `The row names ${id} as its parent, which comes from it. The loop is cut here, at its earliest session.`,
  open: 'open',
  noTime: 'time unknown',
  started: (time: string) => `Started ${time}`,
  ended: (time: string) => `ended ${time}`,
  lastActive: (time: string) => `last active ${time}`,
  middle: (segments: number, beside: number) =>
    `… ${plural(segments, '# segment', '# segments')}${beside > 0 ? ` and ${plural(beside, '# session', '# sessions')} beside them` : ''}`,
  middleHint: 'Click to show them all',
  foldChains: (segments: number) => `Fold ${number(segments)} segments`,
  hanging: (sessions: number) => plural(sessions, '# session hangs on it', '# sessions hang on it'),
  family: familyWords,
  cutOff: (shown: number) => `The first ${number(shown)} are shown.`,
  familySums: (messages: number, tokens: number, cost: string) =>
    `${plural(messages, '# message', '# messages')}, ${compactNumber(tokens)} tokens, ${cost}`,
  figures: 'Figures of each row: its own, or with all that hangs on it',
  own: 'Own',
  withBranches: 'Branch',
  loading: 'Reading the family…',
  failed: 'The lineage could not be read',
  tryAgain: 'Try again',
  view: 'View',
  views: { both: 'Both', tree: 'Tree', map: 'Map' },
  size: 'Area',
  sizes: { tokens: 'Tokens', messages: 'Messages' },
  paint: 'Paint',
  paints: { cost: 'Cost', none: 'None' },
  unknownCost: 'unknown',
  includedCost: 'incl.',
  map: 'Lineage map',
  mapSays: (sessions: number) =>
    `${plural(sessions, '# session', '# sessions')} drawn as a map. The tree shows the same. Arrow keys go from session to session, Shift with an arrow key moves the map, plus and minus zoom, 0 fits, Enter opens.`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  toCurrent: 'To the open session',
  cardOwn: 'Own',
  cardBranch: (sessions: number) => `With ${plural(sessions - 1, '# session', '# sessions')} that hang on it`,
  cardMessages: (count: number) => plural(count, '# message', '# messages'),
  cardTokens: (count: number) => `${number(count)} tokens`,
  endedBy: (reason: string) => `Ended by ${reason}`,
  notEnded: 'Not ended',
  here: 'Open here',
  bundle: (count: number, edge: EdgeKind) =>
    edge === 'delegate' ? plural(count, '# subagent', '# subagents') : `${number(count)} × ${EDGES[edge]}`,
} as const;
