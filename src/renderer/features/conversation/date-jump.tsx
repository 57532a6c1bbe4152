import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { fullDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import css from './date-jump.module.css';
import type { ReadingWays } from './reading-ways.ts';
import { itemOfDay } from './skeleton-places.ts';

interface DateJumpProps {
  readonly timestamps: Float64Array;
  readonly ways: ReadingWays;
}

/** Goes to the first message of a day, or of the next day on which anything was written. */
export function DateJump({ timestamps, ways }: DateJumpProps) {
  const [isOpen, setOpen] = useState(false);
  const wentSomewhere = useRef(false);
  const words = texts.conversation;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={next => {
        wentSomewhere.current = false;
        setOpen(next);
      }}
    >
      <Popover.Trigger asChild>
        <IconButton small icon="calendar" label={words.jumpToDate} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={css['panel']}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={words.jumpToDate}
          onCloseAutoFocus={event => {
            if (wentSomewhere.current) event.preventDefault();
          }}
        >
          <DateForm
            timestamps={timestamps}
            ways={ways}
            onDone={() => {
              wentSomewhere.current = true;
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DateForm({ timestamps, ways, onDone }: DateJumpProps & { onDone: () => void }) {
  const times = timestamps.filter(time => !Number.isNaN(time));
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  const [day, setDay] = useState(() => localDay(timestamps[ways.current()] ?? first));
  const [note, setNote] = useState('');
  const words = texts.conversation;
  const go = (): void => {
    const start = new Date(`${day}T00:00:00`);
    const end = new Date(start);
    end.setDate(end.getDate() + 1);
    const item = itemOfDay(timestamps, start.getTime() / 1000, end.getTime() / 1000);
    if (item === -1) {
      setNote(words.nothingLater);
      return;
    }
    ways.goTo(item);
    const landed = localDay(timestamps[item] ?? 0);
    if (landed === day) onDone();
    else setNote(words.landedOn(fullDay(landed)));
  };
  return (
    <form
      className={css['form']}
      onSubmit={event => {
        event.preventDefault();
        if (day !== '') go();
      }}
    >
      <input
        type="date"
        aria-label={words.date}
        value={day}
        {...(times.length > 0 ? { min: localDay(first), max: localDay(last) } : {})}
        onChange={event => setDay(event.target.value)}
      />
      <Button small disabled={day === ''} onClick={go}>
        {words.go}
      </Button>
      <p role="status">{note}</p>
    </form>
  );
}

/** `2026-11-12` in the reader's own time. */
function localDay(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  const date = new Date(seconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
