/** The least processor time, in milliseconds, that three runs of something take: other programs hardly change it. */
export function leastCpuMs(run: () => unknown): number {
  const times = [0, 1, 2].map(() => {
    const start = process.cpuUsage();
    run();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...times);
}
