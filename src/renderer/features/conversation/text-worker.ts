import { colouredLines } from './highlighter.ts';
import { formatText } from './markdown-format.ts';
import type { TextJob, TextReply } from './text-jobs.ts';

/** The thread that reads long texts, so that the window never waits for one. It answers one job after the other. */
self.onmessage = ({ data: job }: MessageEvent<TextJob>): void => {
  const reply: TextReply = answerTo(job);
  self.postMessage(reply);
};

function answerTo(job: TextJob): TextReply {
  try {
    return { id: job.id, result: job.kind === 'format' ? formatText(job) : colouredLines(job.code, job.language) };
  } catch (error) {
    return { id: job.id, failure: String(error) };
  }
}
