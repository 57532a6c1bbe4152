import { classNames } from './class-names.ts';
import { ICON_PATHS } from './icon-paths.ts';
import type { IconPaths } from './icon-paths.ts';
import css from './icon.module.css';

export type IconName = keyof typeof ICON_PATHS;

const SIZE_CLASS = { normal: '', small: 'small', tiny: 'tiny' } as const;

/** A 16 px stroke icon in the colour of its text; `small` is 14 px, `tiny` 12 px. It says nothing to a screen reader. */
export function Icon(props: { name: IconName; size?: keyof typeof SIZE_CLASS; className?: string | undefined }) {
  const paths: IconPaths = ICON_PATHS[props.name];
  const size = SIZE_CLASS[props.size ?? 'normal'];
  return (
    <svg className={classNames(css['icon'], css[size], props.className)} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths.line} />
      {paths.dots === undefined ? null : <path d={paths.dots} strokeWidth="2" />}
      {paths.faint === undefined ? null : <path d={paths.faint} opacity="0.25" />}
    </svg>
  );
}
