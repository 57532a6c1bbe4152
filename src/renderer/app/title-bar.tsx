import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DatabaseState } from '../../shared/contract/database.ts';
import { useClient } from '../api/client-context.tsx';
import { DatabaseChooser } from '../features/database/chooser.tsx';
import { useOpenActions } from '../features/database/queries.ts';
import { keyLabel } from './palette/key-label.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { KeyHint, TextField } from '../ui/text-field.tsx';
import { runCommand, useCommand } from './commands.ts';
import { texts } from './messages.ts';
import { useOverlayStore } from './overlay-store.ts';
import css from './title-bar.module.css';
import { useUiStore } from './ui-store.ts';

/** Menu, back and forward, the open database, and the message search, which is always there. */
export function TitleBar({ state, searchable }: { state: DatabaseState | undefined; searchable: boolean }) {
  const { back, forward, canGoBack, canGoForward } = useUiStore();
  return (
    <header className={css['bar']}>
      <h1 className="visually-hidden">{texts.shell.appName}</h1>
      <div className={css['left']}>
        <AppMenu searchable={searchable} />
        <IconButton icon="back" label={texts.shell.back} disabled={!canGoBack} onClick={back} />
        <IconButton icon="fwd" label={texts.shell.forward} disabled={!canGoForward} onClick={forward} />
        <DatabaseChooser state={state} />
      </div>
      <SearchField disabled={!searchable} />
      <div className={css['right']}>
        <PaletteButton />
      </div>
    </header>
  );
}

function PaletteButton() {
  const show = useOverlayStore(store => store.show);
  return (
    <Button
      look="plain"
      icon="command"
      title={texts.palette.title}
      aria-keyshortcuts="Control+K"
      onClick={() => {
        show('palette');
      }}
    >
      <span className="visually-hidden">{texts.palette.title}</span>
      <KeyHint>{keyLabel('Ctrl+K')}</KeyHint>
    </Button>
  );
}

function AppMenu({ searchable }: { searchable: boolean }) {
  const navigate = useUiStore(store => store.navigate);
  const actions = useOpenActions();
  const show = useOverlayStore(store => store.show);
  return (
    <Menu label={texts.shell.menu} trigger={<IconButton icon="menu" label={texts.shell.menu} />}>
      <MenuItem icon="folder" hint="Ctrl+O" onSelect={actions.dialog}>
        {texts.database.openDialog}
      </MenuItem>
      <MenuItem icon="db" onSelect={actions.sample}>
        {texts.database.openSample}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon="search"
        hint="Ctrl+Shift+F"
        disabled={!searchable}
        onSelect={() => {
          requestAnimationFrame(() => runCommand('focus-search'));
        }}
      >
        {texts.shell.searchMessages}
      </MenuItem>
      <MenuItem
        icon="settings"
        hint="Ctrl+4"
        disabled={!searchable}
        onSelect={() => {
          navigate({ screen: 'settings' });
        }}
      >
        {texts.shell.settings}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="command" hint="Ctrl+K" onSelect={() => show('palette')}>
        {texts.palette.title}…
      </MenuItem>
      <MenuItem icon="info" hint="?" onSelect={() => show('shortcuts')}>
        {texts.palette.shortcuts}
      </MenuItem>
    </Menu>
  );
}

/** Getting ready to search takes seconds on a large file; it begins when the field is entered, once for a file. */
function usePreparedSearch(): () => void {
  const client = useClient();
  const queries = useQueryClient();
  return () => {
    // A failure is told by the search that follows, which meets the same one.
    queries
      .query({ queryKey: ['search', 'prepare'], queryFn: ({ signal }) => client.search.prepare({}, { signal }) })
      .catch(() => undefined);
  };
}

function SearchField({ disabled }: { disabled: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const screen = useUiStore(store => store.place.screen);
  const text = useUiStore(store => store.place.searchText);
  const navigate = useUiStore(store => store.navigate);
  const prepare = usePreparedSearch();
  useCommand('focus-search', () => {
    field.current?.focus();
    field.current?.select();
  });
  const search = (value: string): void => {
    navigate({ screen: 'search', searchText: value }, { replace: screen === 'search' });
  };
  return (
    <TextField
      ref={field}
      type="search"
      className={css['search']}
      label={texts.shell.searchMessages}
      placeholder={texts.shell.searchPlaceholder}
      icon="search"
      disabled={disabled}
      maxLength={4000}
      value={text}
      onFocus={() => {
        if (text === '') prepare();
      }}
      onValue={search}
      onKeyDown={event => {
        if (event.key === 'Escape' && text !== '') search('');
        else if (event.key === 'ArrowDown') runCommand('focus-results');
        else if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit();
        else return;
        event.preventDefault();
      }}
      end={
        text === '' ? (
          <KeyHint>Ctrl+Shift+F</KeyHint>
        ) : (
          <IconButton
            small
            icon="x"
            label={texts.shell.clear}
            onClick={() => {
              search('');
              field.current?.focus();
            }}
          />
        )
      }
    />
  );

  function submit(): void {
    if (screen === 'search') runCommand('open-result');
    else search(text);
  }
}
