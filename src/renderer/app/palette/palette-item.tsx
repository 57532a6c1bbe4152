import type { Ref } from 'react';
import { relativeTime } from '../format.ts';
import { texts } from '../messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { visibleName } from '../../ui/visible-name.ts';
import { ProfileBadge } from '../../features/sessions/row-badges.tsx';
import { isUpright, languageOf } from '../../features/sessions/row-words.ts';
import { keyLabel } from './key-label.ts';
import { markWords } from './mark-words.ts';
import type { PaletteItem } from './palette-groups.ts';
import css from './palette.module.css';
import type { FoundSession } from './use-found-sessions.ts';

export interface PaletteOptionProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly active: boolean;
  /** What is typed, for the marks. */
  readonly text: string;
  readonly now: number;
  readonly ref?: Ref<HTMLDivElement> | undefined;
  readonly onHover: () => void;
  readonly onChoose: () => void;
}

/** One row of the palette. */
export function PaletteOption({ item, id, active, text, now, ref, onHover, onChoose }: PaletteOptionProps) {
  return (
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      className={classNames(css['item'], active && css['active'])}
      data-session-id={item.kind === 'session' ? item.found.sessionId : undefined}
      data-command={item.kind === 'command' ? item.command.id : undefined}
      onPointerMove={active ? undefined : onHover}
      onPointerDown={event => {
        // The focus stays in the field.
        event.preventDefault();
      }}
      onClick={onChoose}
    >
      <Icon name={iconOf(item)} size="small" className={css['icon']} />
      <Words item={item} text={text} now={now} />
    </div>
  );
}

function iconOf(item: PaletteItem): IconName {
  if (item.kind === 'session') return sourceIcon(item.found.row.source);
  return item.kind === 'search' ? 'search' : item.command.icon;
}

function Words({ item, text, now }: { item: PaletteItem; text: string; now: number }) {
  switch (item.kind) {
    case 'session':
      return <SessionWords found={item.found} text={text} now={now} />;
    case 'search':
      return <span className={css['label']}>{texts.palette.searchAll(visibleName(item.text))}</span>;
    case 'command': {
      const key = item.command.keys?.[0] ?? item.command.hint;
      return (
        <>
          <span className={css['label']}>{item.command.title}</span>
          {key === undefined ? null : <kbd className={css['key']}>{keyLabel(key)}</kbd>}
        </>
      );
    }
  }
}

function SessionWords({ found, text, now }: { found: FoundSession; text: string; now: number }) {
  const { row, sessionId, reason } = found;
  const label = visibleName(row.label);
  const isPart = sessionId !== row.id;
  const notes = [
    isPart ? texts.palette.part(visibleName(sessionId)) : '',
    reason === null ? '' : texts.palette.notListed(reason),
  ].filter(note => note !== '');
  return (
    <>
      <span
        className={classNames(css['label'], row.title === null && !isUpright(label) && css['computed'])}
        lang={languageOf(label)}
        dir="auto"
      >
        <Marked text={label} asked={text} />
        {!isPart && isIdAsked(row.id, label, text) ? (
          <span className={css['id']}>
            <Marked text={visibleName(row.id)} asked={text} />
          </span>
        ) : null}
      </span>
      {notes.length === 0 ? null : <span className={css['note']}>{notes.join(' · ')}</span>}
      {row.profile === null ? null : <ProfileBadge profile={row.profile} />}
      {row.lastActive === null ? null : <span className={css['time']}>{relativeTime(row.lastActive, now)}</span>}
    </>
  );
}

/** The id is shown where it, and not the title, holds what was typed. */
function isIdAsked(id: string, label: string, text: string): boolean {
  const isIn = (name: string): boolean => markWords(name, text).some(part => part.mark);
  return label !== id && isIn(id) && !isIn(label);
}

function Marked({ text, asked }: { text: string; asked: string }) {
  return markWords(text, asked).map((part, at) => (part.mark ? <mark key={at}>{part.text}</mark> : part.text));
}
