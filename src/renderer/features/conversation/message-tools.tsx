import { useRef, useState } from 'react';
import type { MessageBody } from '../../../shared/contract/conversation.ts';
import { sessionLink } from '../../../shared/session-link.ts';
import { reportFailure } from '../../actions/report-failure.ts';
import { showToast } from '../../actions/toasts.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { MenuAt, MenuItem } from '../../ui/menu.tsx';
import type { MenuPoint } from '../../ui/menu.tsx';
import { CopyButton } from './copy-button.tsx';
import { messageMarkdown } from './message-markdown.ts';
import css from './message-tools.module.css';
import { hasSentText } from './sent-text.tsx';

interface ToolsProps {
  readonly body: MessageBody;
  readonly raw: boolean;
  readonly onRaw: () => void;
  /** What was sent to the model is shown. */
  readonly sent: boolean;
  readonly onSent: () => void;
}

/** What can be done with a message: buttons over its corner while the pointer or the focus is in it. */
export function MessageTools(props: ToolsProps) {
  const { body, raw, onRaw } = props;
  const words = texts.reading;
  const more = useRef<HTMLButtonElement>(null);
  const [point, setPoint] = useState<MenuPoint | null>(null);
  const open = (): void => {
    const box = more.current?.getBoundingClientRect();
    if (box !== undefined) setPoint({ x: box.left, y: box.bottom + 2 });
  };
  const close = (): void => {
    setPoint(null);
    more.current?.focus();
  };
  return (
    <div className={classNames(css['tools'], point !== null && css['open'])} role="group" aria-label={words.tools}>
      <button
        type="button"
        className={classNames(css['button'], css['raw'])}
        aria-label={words.showRaw}
        aria-pressed={raw}
        title={raw ? words.showFormatted : words.showRaw}
        onClick={onRaw}
      />
      <CopyButton label={texts.conversation.copyMessage} messageId={body.id} />
      <button
        ref={more}
        type="button"
        className={classNames(css['button'], css['more'])}
        aria-label={words.more}
        aria-haspopup="menu"
        aria-expanded={point === null ? undefined : true}
        title={words.more}
        onClick={open}
      />
      {point === null ? null : <ToolsMenu {...props} point={point} onClose={close} />}
    </div>
  );
}

function ToolsMenu(props: ToolsProps & { point: MenuPoint; onClose: () => void }) {
  const { body, raw, onRaw, point, onClose } = props;
  const words = texts.reading;
  const client = useClient();
  const copied = (): void => {
    showToast({ icon: 'copy', message: words.copied });
  };
  const copy = (text: string): void => {
    client.app.copyText({ text }).then(copied, reportFailure);
  };
  return (
    <MenuAt label={words.more} point={point} onClose={onClose}>
      <MenuItem
        icon="copy"
        onSelect={() => {
          client.conversation.copyMessage({ messageId: body.id }).then(copied, reportFailure);
        }}
      >
        {texts.conversation.copyMessage}
      </MenuItem>
      <MenuItem
        icon="file"
        onSelect={() => {
          messageMarkdown(client, body).then(copy, reportFailure);
        }}
      >
        {words.copyMarkdown}
      </MenuItem>
      <MenuItem icon="chain" onSelect={() => copy(sessionLink(body.sessionId, body.id))}>
        {words.copyLink}
      </MenuItem>
      <MenuItem icon="eye" onSelect={onRaw}>
        {raw ? words.showFormatted : words.showRaw}
      </MenuItem>
      {hasSentText(body) ? (
        <MenuItem icon="eye" onSelect={props.onSent}>
          {props.sent ? texts.tools.sent.hide : texts.tools.sent.show}
        </MenuItem>
      ) : null}
    </MenuAt>
  );
}
