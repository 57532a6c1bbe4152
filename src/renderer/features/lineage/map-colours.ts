import type { EdgeKind } from '../../../shared/contract/conversation.ts';

/** The colours of the map as a canvas takes them. */
export interface MapColours {
  readonly ground: string;
  readonly text: string;
  readonly faint: string;
  readonly border: string;
  readonly focus: string;
  readonly live: string;
  readonly unknownCost: string;
  readonly includedCost: string;
  /** Fills from nothing to most, and the text on each. */
  readonly steps: readonly string[];
  readonly onSteps: readonly string[];
  readonly edges: Readonly<Record<EdgeKind, string>>;
  readonly font: string;
}

/** Of the ramp, what text can stand on. */
export const STEP_TOKENS = ['q0', 'q1', 'q2', 'q4', 'q5'] as const;
const ON_STEPS = ['on-q-low', 'on-q-low', 'on-q-low', 'on-q-high', 'on-q-high'] as const;

/**
 * Reads the colours that the tokens have now.
 *
 * @param probe - an element of the map that may be coloured; nobody sees it.
 */
export function readColours(probe: HTMLElement): MapColours {
  const style = getComputedStyle(probe);
  const read = (value: string): string => {
    probe.style.color = value;
    return style.color;
  };
  const token = (name: string): string => read(`var(--${name})`);
  const forced = matchMedia('(forced-colors: active)').matches;
  return {
    ground: forced ? read('Canvas') : token('bg-content'),
    text: forced ? read('CanvasText') : token('text'),
    faint: forced ? read('CanvasText') : token('text-3'),
    border: forced ? read('CanvasText') : token('border-field'),
    focus: forced ? read('Highlight') : token('focus'),
    live: token('live'),
    unknownCost: token('cost-unknown'),
    includedCost: token('cost-included'),
    steps: STEP_TOKENS.map(token),
    onSteps: ON_STEPS.map(token),
    edges: {
      root: token('edge-root'),
      compression: token('edge-compression'),
      branch: token('edge-branch'),
      delegate: token('edge-delegate'),
      reset: token('edge-reset'),
      unknown: token('edge-unknown'),
    },
    font: style.fontFamily,
  };
}
