import { beforeEach, describe, expect, it } from 'vitest';
import { keepWithPlaces, recallScroll, rememberScroll, useUiStore } from './ui-store.ts';

const place = () => useUiStore.getState().place;

beforeEach(() => {
  useUiStore.getState().reset();
});

describe('places', () => {
  it('go back and forward as in a browser', () => {
    const { navigate, back, forward } = useUiStore.getState();
    navigate({ sessionId: 'a' });
    navigate({ screen: 'search', searchText: 'd' });
    navigate({ searchText: 'docker' }, { replace: true });
    navigate({ screen: 'sessions', sessionId: 'b', messageId: 7, highlight: 'docker' });
    back();
    expect(place()).toMatchObject({ screen: 'search', searchText: 'docker', sessionId: 'a' });
    back();
    expect(place()).toMatchObject({ screen: 'sessions', sessionId: 'a', searchText: '' });
    forward();
    forward();
    expect(place()).toMatchObject({ sessionId: 'b', messageId: 7 });
    expect(useUiStore.getState().canGoForward).toBe(false);
    back();
    navigate({ screen: 'settings' });
    expect(useUiStore.getState().canGoForward).toBe(false);
  });

  it('do not repeat themselves', () => {
    const { navigate } = useUiStore.getState();
    navigate({ sessionId: 'a' });
    navigate({ sessionId: 'a' });
    expect(useUiStore.getState().entries).toHaveLength(2);
  });

  it('are arrived at once more where that is asked for', () => {
    const { navigate } = useUiStore.getState();
    navigate({ sessionId: 'a', messageId: 7 });
    const key = () => useUiStore.getState().entries.at(-1)?.key;
    const before = key();
    navigate({ sessionId: 'a', messageId: 7 }, { again: true });
    expect(useUiStore.getState().entries).toHaveLength(2);
    expect(key()).not.toBe(before);
  });

  it('give back what they were left with, on the way back and on the way forward', () => {
    const { navigate, back, forward } = useUiStore.getState();
    let filter = '';
    keepWithPlaces(() => {
      const left = filter;
      return () => {
        filter = left;
      };
    });
    filter = 'one';
    navigate({ sessionId: 'a' });
    filter = 'two';
    navigate({ sessionId: 'b' });
    filter = 'three';
    back();
    expect(filter).toBe('two');
    back();
    expect(filter).toBe('one');
    forward();
    forward();
    expect(filter).toBe('three');
    navigate({ searchText: 'x' }, { replace: true });
    expect(filter).toBe('three');
  });

  it('keep the scroll position of each list for the place that Back returns to', () => {
    const { navigate, back } = useUiStore.getState();
    rememberScroll('results', 120);
    navigate({ sessionId: 'a' });
    expect(recallScroll('results')).toBeUndefined();
    rememberScroll('results', 5);
    back();
    expect(recallScroll('results')).toBe(120);
  });
});
