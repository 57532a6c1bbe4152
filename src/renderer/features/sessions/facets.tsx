import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FacetValue, SessionState } from '../../../shared/contract/sessions.ts';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { visibleName } from '../../ui/visible-name.ts';
import css from './facets.module.css';
import { useSessionsView } from './queries.ts';
import { modelNames } from './row-words.ts';
import { useSessionViewStore } from './view-store.ts';

const FEW = 6;
const STATE_ICONS: Readonly<Record<SessionState, IconName>> = {
  open: 'root',
  ended: 'check',
  pinned: 'pin',
  archived: 'archive',
  'stale-open': 'alert',
  'has-subagents': 'subagent',
};

/** Source, model and state with how many conversations each would leave; a click narrows the list. */
export function Facets() {
  const { data } = useSessionsView();
  const { view, toggleFacet, toggleState } = useSessionViewStore();
  if (data === undefined) return null;
  const { sources, models, states } = data.facets;
  const names = modelNames(models.map(entry => entry.value));
  return (
    <>
      <FacetGroup
        title={texts.sessions.facets.sources}
        values={sources}
        chosen={view.sources}
        iconOf={sourceIcon}
        onToggle={value => {
          toggleFacet('sources', value);
        }}
      />
      <FacetGroup
        title={texts.sessions.facets.models}
        values={models}
        chosen={view.models}
        nameOf={value => (value === '' ? texts.sessions.noModel : (names.get(value) ?? value))}
        onToggle={value => {
          toggleFacet('models', value);
        }}
      />
      <FacetGroup
        title={texts.sessions.facets.states}
        values={states.filter(entry => isState(entry.value))}
        chosen={view.states}
        nameOf={value => (isState(value) ? texts.sessions.states[value] : value)}
        iconOf={value => (isState(value) ? STATE_ICONS[value] : 'root')}
        onToggle={value => {
          if (isState(value)) toggleState(value);
        }}
      />
    </>
  );
}

function isState(value: string): value is SessionState {
  return Object.hasOwn(texts.sessions.states, value);
}

interface FacetGroupProps {
  readonly title: string;
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
  readonly nameOf?: (value: string) => string;
  readonly iconOf?: (value: string) => IconName;
  readonly onToggle: (value: string) => void;
}

function FacetGroup({ title, values, chosen, nameOf, iconOf, onToggle }: FacetGroupProps) {
  const [open, setOpen] = useState(true);
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const shown = all ? values : values.filter((entry, at) => at < FEW || chosen.includes(entry.value));
  const rest = values.length - shown.length;
  return (
    <section className={css['facets']} aria-label={title}>
      <h2>
        <button
          type="button"
          className={css['title']}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Icon name={open ? 'down' : 'right'} size="tiny" />
          {title}
        </button>
      </h2>
      {open ? (
        <ul>
          {shown.map(entry => (
            <li key={entry.value}>
              <Facet
                entry={entry}
                name={nameOf?.(entry.value) ?? entry.value}
                icon={iconOf?.(entry.value)}
                on={chosen.includes(entry.value)}
                onToggle={onToggle}
              />
            </li>
          ))}
          {values.length > FEW ? (
            <li>
              <FacetLine
                onClick={() => {
                  setAll(!all);
                }}
              >
                {all ? texts.sessions.fewer : texts.sessions.more(rest)}
              </FacetLine>
            </li>
          ) : null}
        </ul>
      ) : null}
    </section>
  );
}

function Facet(props: {
  entry: FacetValue;
  name: string;
  icon: IconName | undefined;
  on: boolean;
  onToggle: (value: string) => void;
}) {
  const { entry, name, icon, on } = props;
  return (
    <button
      type="button"
      className={classNames(css['facet'], on && css['on'], entry.count === 0 && css['zero'])}
      aria-pressed={on}
      title={visibleName(entry.value === '' ? name : entry.value)}
      onClick={() => {
        props.onToggle(entry.value);
      }}
    >
      {icon === undefined && !on ? null : <Icon name={on ? 'check' : (icon ?? 'check')} size="small" />}
      <span className={css['name']}>{visibleName(name)}</span>
      <span className={css['count']}>{number(entry.count)}</span>
    </button>
  );
}

function FacetLine(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css['facet']} onClick={props.onClick}>
      <span className={css['name']}>{props.children}</span>
    </button>
  );
}
