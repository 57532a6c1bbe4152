import type { SessionView } from '../../../shared/contract/sessions.ts';
import { useNow } from '../../ui/use-now.ts';
import { DATE_PRESETS, dayOf, presetRange } from './date-range.ts';
import type { FullView } from './start-view.ts';
import { useSessionViewStore } from './view-store.ts';

/** What was asked for a view on a day: the same object for everybody who asks. */
const counted = new WeakMap<FullView, { readonly day: string; readonly view: SessionView }>();

/** The present view, with the ranges of dates that are offered beside it as they are today. */
export function useCountedView(): SessionView {
  const view = useSessionViewStore(store => store.view);
  return countedView(view, useNow(60_000));
}

function countedView(view: FullView, now: number): SessionView {
  const day = dayOf(now);
  const known = counted.get(view);
  if (known?.day === day) return known.view;
  const made = { ...view, dateChoices: DATE_PRESETS.map(preset => presetRange(preset, now)) };
  counted.set(view, { day, view: made });
  return made;
}
