import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { SessionRow } from './session-row.tsx';

const HOSTILE = conversationRow('hostile', {
  title: `<img src=x onerror=alert(1)>${'W'.repeat(1_000_000)}`,
  label: `<img src=x onerror=alert(1)>${'W'.repeat(1_000_000)}`,
  preview: 'said\u202ebackwards',
  source: `\u202e${'s'.repeat(100_000)}`,
  model: `a\nb\u2066${'m'.repeat(100_000)}`,
  open: true,
});

it('hostile names are cut, their controls are marks, and nothing in them becomes an element', () => {
  const place = { index: 0, total: 1, top: 0, height: 50, selected: false, picked: null, active: false } as const;
  render(<SessionRow row={HOSTILE} {...place} sort="activity" underDay={false} now={0} limbs="" />);
  const row = screen.getByRole('option');
  expect(row.querySelector('img, h1, script')).toBeNull();
  const text = row.textContent;
  expect(text.length).toBeLessThan(2000);
  expect(text).toContain('<img src=x onerror=alert(1)>');
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  expect(text).toContain('said⟪U+202E⟫backwards');
});

it('words of a row that are written from right to left leave the signs between the words where they are', () => {
  const row = conversationRow('rtl', { source: '', preview: 'שלום עולם', chat: { type: 'group', name: 'משפחה' } });
  const place = { index: 0, total: 1, top: 0, height: 50, selected: false, picked: null, active: false } as const;
  render(<SessionRow row={row} {...place} sort="activity" underDay={false} now={0} limbs="" />);
  expect(screen.getByRole('option').textContent).toContain('no source');
  for (const words of ['שלום עולם', 'group “משפחה”']) {
    // The sign before the words is of the element around them, which has the direction of the row.
    expect(screen.getByText(words).tagName).toBe('BDI');
    expect(screen.getByText(words).closest('[dir]')).toBeNull();
  }
});
