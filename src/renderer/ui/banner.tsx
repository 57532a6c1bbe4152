import type { ReactNode } from 'react';
import css from './banner.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** How much a banner matters; `danger` is announced at once. */
export type BannerTone = 'info' | 'warn' | 'danger';

/** One sentence across a pane, with at most two actions. */
export function Banner(props: { tone: BannerTone; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classNames(css['banner'], css[props.tone])} role={props.tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={props.tone === 'info' ? 'info' : 'alert'} size="small" className={css['icon']} />
      <div className={css['words']}>{props.children}</div>
      {props.actions}
    </div>
  );
}
