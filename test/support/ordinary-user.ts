import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './fixtures.ts';

const NOBODY = 65534;

/** A user to whom the permissions of files apply, whoever runs the tests. */
export interface OrdinaryUser {
  /** Gives a path to somebody else; of `mode` only what it grants to others is left to this user. */
  readonly takeAway: (path: string, mode: number) => void;
  /** Undoes every `takeAway`, so that the paths can be removed. */
  readonly giveBack: () => void;
  /** @returns path of a program that starts `executable` as this user. */
  readonly startsAs: (executable: string) => string;
}

/**
 * The superuser may read and write everything, so its rights to do so are taken from the app; otherwise it runs as
 * whoever runs the tests.
 */
export function ordinaryUser(): OrdinaryUser {
  const isRoot = process.getuid?.() === 0;
  const taken: { path: string; uid: number; gid: number; mode: number }[] = [];
  return {
    takeAway: (path, mode) => {
      const { uid, gid, mode: before } = statSync(path);
      taken.push({ path, uid, gid, mode: before });
      if (isRoot) chownSync(path, NOBODY, NOBODY);
      const others = mode & 0o7;
      chmodSync(path, isRoot ? mode : others * 0o111);
    },
    giveBack: () => {
      for (const { path, uid, gid, mode } of taken.splice(0).reverse()) {
        if (isRoot) chownSync(path, uid, gid);
        chmodSync(path, mode & 0o777);
      }
    },
    startsAs: executable => {
      if (!isRoot) return executable;
      const starter = join(temporaryFolder(), 'start-as-ordinary-user');
      const rights = '-dac_override,-dac_read_search,-fowner';
      writeFileSync(starter, `#!/bin/sh\nexec setpriv --bounding-set=${rights} -- '${executable}' "$@"\n`, {
        mode: 0o755,
      });
      return starter;
    },
  };
}
