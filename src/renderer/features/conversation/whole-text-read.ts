import type { TextPart } from '../../../shared/contract/conversation.ts';
import type { AppClient } from '../../../shared/contract/index.ts';

const SLICE = 500_000;

/**
 * A whole text of a message, slice by slice.
 *
 * @param most - characters after which no further slice is asked for.
 */
export async function readText(
  client: AppClient,
  asked: { readonly messageId: number; readonly part: TextPart },
  most: number,
  signal?: AbortSignal,
): Promise<string> {
  let text = '';
  for (let done = false; !done && text.length < most;) {
    const slice = await client.conversation.text(
      { ...asked, offset: text.length, length: SLICE },
      signal === undefined ? {} : { signal },
    );
    text += slice.text;
    done = slice.done || slice.text === '';
  }
  return text;
}
