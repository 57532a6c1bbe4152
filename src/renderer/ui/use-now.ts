import { useEffect, useState } from 'react';

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The time in seconds, renewed every so many milliseconds, for texts such as "2m". */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(seconds());
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
}
