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
    return { id: job.id, result: resultOf(job) };
  } catch (error) {
    return { id: job.id, failure: String(error) };
  }
}

function resultOf(job: TextJob): Extract<TextReply, { result: unknown }>['result'] {
  switch (job.kind) {
    case 'format':
      return formatText(job);
    case 'format-all':
      return job.requests.map(formatText);
    case 'colour':
      return colouredLines(job.code, job.language);
  }
}
