/**
 * The value below which a share of the samples lies, by the nearest rank: always one of the samples.
 *
 * @param share - between 0 and 1; 0.95 for p95.
 * @throws RangeError without samples, or where one of them is no number.
 */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.some(sample => !Number.isFinite(sample))) throw new RangeError('A sample is no number');
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There are no samples');
  return value;
}

/** The middle sample, or the mean of the two in the middle. @throws RangeError as {@link percentile} does. */
export function median(samples: readonly number[]): number {
  const low = percentile(samples, 0.5);
  if (samples.length % 2 === 1) return low;
  const high = samples.toSorted((a, b) => a - b)[samples.length / 2] ?? low;
  return (low + high) / 2;
}

export function sum(samples: readonly number[]): number {
  return samples.reduce((total, sample) => total + sample, 0);
}

/** Rounded to three decimals, which is finer than any of the clocks. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** `p50 1.2, p95 3.4, max 5.6` of some milliseconds, for notes. */
export function spread(samples: readonly number[]): string {
  const words = [median(samples), percentile(samples, 0.95), percentile(samples, 1)].map(value => value.toFixed(1));
  return `p50 ${words[0] ?? ''}, p95 ${words[1] ?? ''}, max ${words[2] ?? ''} ms`;
}
