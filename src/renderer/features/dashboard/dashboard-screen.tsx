import { useQuery } from '@tanstack/react-query';
import type { AppClient } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { figure, number, usdExact } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StateText } from '../../ui/state-text.tsx';
import css from './dashboard-screen.module.css';

type Totals = Awaited<ReturnType<AppClient['usage']['totals']>>;

/** Totals over the whole file, each with what it counts. */
export function DashboardScreen() {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', 'totals'],
    queryFn: ({ signal }) => client.usage.totals({}, { signal }),
  });
  const say = texts.dashboard;
  return (
    <section className={css['screen']} aria-label={say.region}>
      <header className={css['head']}>
        <h2>{say.region}</h2>
        <span className={css['range']}>{say.range}</span>
      </header>
      {error === null || data !== undefined ? null : (
        <StateText
          role="alert"
          title={say.failed}
          message={errorWords(error).message}
          actions={
            <Button
              onClick={() => {
                void refetch();
              }}
            >
              {say.tryAgain}
            </Button>
          }
        />
      )}
      {data === undefined ? null : <Tiles totals={data} />}
    </section>
  );
}

function Tiles({ totals }: { totals: Totals }) {
  const say = texts.dashboard;
  const counts = [
    'messages',
    'toolCalls',
    'inputTokens',
    'outputTokens',
    'cacheReadTokens',
    'cacheWriteTokens',
    'reasoningTokens',
  ] as const;
  const { cost } = totals;
  return (
    <div className={css['body']}>
      <div className={css['tiles']}>
        <Tile
          name={say.tiles.sessions}
          value={totals.sessions}
          text={number(totals.sessions)}
          note={say.notes.sessions(totals.conversations)}
        />
        {counts.map(key => (
          <Tile
            key={key}
            name={say.tiles[key]}
            value={totals[key]}
            text={key === 'messages' || key === 'toolCalls' ? number(totals[key]) : figure(totals[key])}
            note={say.notes[key]}
          />
        ))}
        <Tile
          name={say.tiles.estimatedUsd}
          value={totals.estimatedUsd}
          text={totals.estimatedUsd === null ? say.unknown : `~${usdExact(totals.estimatedUsd)}`}
          note={totals.estimatedUsd === null ? say.notes.noEstimate : say.notes.estimated(cost.estimatedCount)}
        />
        <Tile
          name={say.tiles.actualUsd}
          value={totals.actualUsd}
          text={totals.actualUsd === null ? say.unknown : usdExact(totals.actualUsd)}
          note={totals.actualUsd === null ? say.notes.noActual : say.notes.actual(cost.actualCount)}
        />
      </div>
      <p className={css['others']}>{say.others(cost.includedCount, cost.unknownCount)}</p>
    </div>
  );
}

/** The number without the noise that adding up fractions leaves behind the twelfth digit. */
function plainValue(value: number | null): number | 'unknown' {
  return value === null ? 'unknown' : Number(value.toPrecision(12));
}

/** One figure; `data-value` holds the plain number. */
function Tile(props: { name: string; value: number | null; text: string; note: string }) {
  const unknown = props.value === null;
  return (
    <div className={css['tile']} role="group" aria-label={props.name} data-value={plainValue(props.value)}>
      <h3>{props.name}</h3>
      <p
        className={classNames(css['figure'], unknown && css['unknown'])}
        title={props.value === null ? undefined : number(props.value)}
      >
        {props.text}
      </p>
      <p className={css['note']}>{props.note}</p>
    </div>
  );
}
