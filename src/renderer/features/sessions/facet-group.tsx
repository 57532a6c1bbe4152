import { useState } from 'react';
import type { ReactNode } from 'react';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './facets.module.css';

/** Values that stand there before "more" is pressed. */
const FEW = 6;
/** Values from which on a field helps to find one. */
const MANY = 12;
/** Values that are drawn at most; further ones are found by typing. */
const MOST = 60;

/** A value that the list can be narrowed to. */
export interface FacetChoice {
  readonly value: string;
  readonly name: string;
  /** The whole value, for its tooltip. */
  readonly whole: string;
  readonly count: number;
  readonly icon?: IconName;
}

export interface FacetGroupProps {
  readonly title: string;
  readonly choices: readonly FacetChoice[];
  readonly chosen: readonly string[];
  readonly startsOpen: boolean;
  readonly onToggle: (value: string) => void;
}

/** One facet: its first values, and behind "more" all of them with a field to find one. Nothing where it has none. */
export function FacetGroup({ title, choices, chosen, startsOpen, onToggle }: FacetGroupProps) {
  const [all, setAll] = useState(false);
  if (choices.length === 0) return null;
  const first = choices.filter((choice, at) => at < FEW || chosen.includes(choice.value));
  const toggleAll = (
    <FacetLine
      onClick={() => {
        setAll(!all);
      }}
    >
      {all ? texts.sessions.fewer : texts.sessions.more(choices.length - first.length)}
    </FacetLine>
  );
  return (
    <FacetSection title={title} startsOpen={startsOpen}>
      {all ? (
        <AllChoices {...{ title, choices, chosen, onToggle }} end={toggleAll} />
      ) : (
        <ul>
          <Choices {...{ choices: first, chosen, onToggle }} />
          {choices.length > first.length ? <li>{toggleAll}</li> : null}
        </ul>
      )}
    </FacetSection>
  );
}

type ChoicesProps = Pick<FacetGroupProps, 'choices' | 'chosen' | 'onToggle'>;

function AllChoices({ title, choices, chosen, onToggle, end }: ChoicesProps & { title: string; end: ReactNode }) {
  const [text, setText] = useState('');
  const needle = text.trim().toLowerCase();
  const found = choices.filter(({ name, whole }) => `${name} ${whole}`.toLowerCase().includes(needle));
  const shown = found.slice(0, MOST);
  return (
    <>
      {choices.length > MANY ? (
        <TextField
          type="search"
          className={css['narrow']}
          label={texts.sessions.narrowFacet(title)}
          placeholder={texts.sessions.narrowPlaceholder}
          icon="search"
          value={text}
          onValue={setText}
        />
      ) : null}
      <ul>
        <Choices {...{ choices: shown, chosen, onToggle }} />
        {found.length > shown.length ? (
          <li className={css['note']}>{texts.sessions.furtherValues(found.length - shown.length)}</li>
        ) : null}
        {found.length === 0 ? <li className={css['note']}>{texts.sessions.noSuchValue}</li> : null}
        <li>{end}</li>
      </ul>
    </>
  );
}

function Choices({ choices, chosen, onToggle }: ChoicesProps) {
  return choices.map(choice => (
    <li key={choice.value}>
      <FacetButton
        choice={choice}
        on={chosen.includes(choice.value)}
        onClick={() => {
          onToggle(choice.value);
        }}
      />
    </li>
  ));
}

/** A heading that folds what is below it. */
export function FacetSection(props: { title: string; startsOpen: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(props.startsOpen);
  return (
    <section aria-label={props.title}>
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
          {props.title}
        </button>
      </h2>
      {open ? props.children : null}
    </section>
  );
}

/** One value; pressed where the list is narrowed to it. */
export function FacetButton(props: {
  choice: Omit<FacetChoice, 'value' | 'count'> & { readonly count?: number };
  on: boolean;
  onClick: () => void;
}) {
  const { choice, on } = props;
  return (
    <button
      type="button"
      className={classNames(css['facet'], on && css['on'], choice.count === 0 && css['zero'])}
      aria-pressed={on}
      title={choice.whole}
      onClick={props.onClick}
    >
      {choice.icon === undefined && !on ? null : <Icon name={on ? 'check' : (choice.icon ?? 'check')} size="small" />}
      <span className={css['name']}>{choice.name}</span>
      {choice.count === undefined ? null : <span className={css['count']}>{number(choice.count)}</span>}
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
