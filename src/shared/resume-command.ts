const PLAIN = /^\w[\w.:+=/-]*$/;
const CONTROL = /\p{Cc}/u;

/**
 * The command that resumes a session, for a terminal: an id that a shell might read as anything but one word is quoted.
 *
 * @param platform - as Node names it; `win32` gets the quotes of PowerShell.
 */
export function resumeCommand(sessionId: string, platform: string): string {
  if (PLAIN.test(sessionId)) return `hermes --resume ${sessionId}`;
  // With the equals sign an id that begins with a dash is not taken for a switch.
  return `hermes --resume=${platform === 'win32' ? powerShellWord(sessionId) : shellWord(sessionId)}`;
}

/** One word of a POSIX shell; control characters are written out as bash and zsh know them, never sent to a terminal. */
function shellWord(text: string): string {
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/\p{Cc}/gu, one => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
  return `$'${escaped}'`;
}

/** One word of PowerShell; it has no way to write a control character inside quotes, and none of Hermes's ids has one. */
function powerShellWord(text: string): string {
  return `'${text.replace(/\p{Cc}/gu, '').replace(/['‘’‚‛]/g, '$&$&')}'`;
}
