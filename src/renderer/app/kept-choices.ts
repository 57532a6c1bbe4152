import { useSearchStore } from '../features/search/search-store.ts';
import { useSessionViewStore } from '../features/sessions/view-store.ts';
import { keepWithPlaces } from './ui-store.ts';

/** Back and Forward find the list and the search as they were left: their filters, their order, their groups. */
export function keepChoicesWithPlaces(): void {
  keepWithPlaces(() => {
    const { view } = useSessionViewStore.getState();
    return () => {
      const store = useSessionViewStore.getState();
      if (store.view !== view) store.change(view);
    };
  });
  keepWithPlaces(() => {
    const { sort, roles, sources } = useSearchStore.getState();
    return () => {
      useSearchStore.setState({ sort, roles, sources });
    };
  });
}
