import type { UsageTiles } from '../../../shared/contract/usage.ts';
import type { UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { figure, number, usdExact } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './tiles.module.css';

const COUNTS = [
  'messages',
  'toolCalls',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const;

const ALL: UsageSlice = { kind: 'all' };

/** The ten figures. */
export function Tiles({ tiles, onBehind }: { tiles: UsageTiles; onBehind: (slice: UsageSlice) => void }) {
  const say = texts.dashboard;
  const { cost, estimatedUsd, actualUsd } = tiles;
  return (
    <div className={css['tiles']}>
      <Tile
        name={say.tiles.sessions}
        value={tiles.sessions}
        text={number(tiles.sessions)}
        note={say.notes.sessions(tiles.conversations)}
        slice={ALL}
        onBehind={onBehind}
      />
      {COUNTS.map(key => (
        <Tile
          key={key}
          name={say.tiles[key]}
          value={tiles[key]}
          text={key === 'messages' || key === 'toolCalls' ? number(tiles[key]) : figure(tiles[key])}
          note={say.notes[key]}
          slice={ALL}
          onBehind={onBehind}
        />
      ))}
      <Tile
        name={say.tiles.estimatedUsd}
        value={estimatedUsd}
        text={estimatedUsd === null ? say.unknown : `~${usdExact(estimatedUsd)}`}
        note={estimatedUsd === null ? say.notes.noEstimate : say.notes.estimated(cost.estimatedCount)}
        slice={{ kind: 'cost', value: 'estimated' }}
        onBehind={onBehind}
      />
      <Tile
        name={say.tiles.actualUsd}
        value={actualUsd}
        text={actualUsd === null ? say.unknown : usdExact(actualUsd)}
        note={actualUsd === null ? say.notes.noActual : say.notes.actual(cost.actualCount)}
        slice={{ kind: 'cost', value: 'actual' }}
        onBehind={onBehind}
      />
    </div>
  );
}

/** The number without the noise that adding up fractions leaves behind the twelfth digit. */
function plainValue(value: number | null): number | 'unknown' {
  return value === null ? 'unknown' : Number(value.toPrecision(12));
}

interface TileProps {
  readonly name: string;
  readonly value: number | null;
  readonly text: string;
  readonly note: string;
  readonly slice: UsageSlice;
  readonly onBehind: (slice: UsageSlice) => void;
}

/** One figure; `data-value` holds the plain number. The figure is a button to the conversations behind it. */
function Tile({ name, value, text, note, slice, onBehind }: TileProps) {
  return (
    <div className={css['tile']} role="group" aria-label={name} data-value={plainValue(value)}>
      <h3>{name}</h3>
      <button
        type="button"
        className={classNames(css['figure'], value === null && css['unknown'])}
        title={
          value === null ? texts.dashboard.showBehind(slice) : `${number(value)}. ${texts.dashboard.showBehind(slice)}`
        }
        onClick={() => {
          onBehind(slice);
        }}
      >
        {text}
      </button>
      <p className={css['note']}>{note}</p>
    </div>
  );
}
