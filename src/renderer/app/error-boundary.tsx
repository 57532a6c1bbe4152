import { Component } from 'react';
import type { ReactNode } from 'react';
import { errorWords } from '../api/error-text.ts';
import { Button } from '../ui/button.tsx';
import { StateText } from '../ui/state-text.tsx';
import { texts } from './messages.ts';

interface Props {
  readonly children: ReactNode;
}

/** Catches what a screen throws while it draws, says so, and lets it be drawn again. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const words = errorWords(this.state.error);
    return (
      <StateText
        role="alert"
        title={texts.shell.screenFailed}
        message={`${words.message} ${words.hint ?? ''}`.trim()}
        actions={
          <Button
            onClick={() => {
              this.setState({ error: null });
            }}
          >
            {texts.shell.reload}
          </Button>
        }
      />
    );
  }
}
