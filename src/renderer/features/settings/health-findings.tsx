import type { HealthReport } from '../../../shared/contract/maintenance.ts';
import { texts } from '../../app/messages.ts';
import css from './settings-screen.module.css';

/** What a check found: one line for each part that is not sound, and what would help. */
export function HealthFindings({ report }: { report: HealthReport }) {
  const say = texts.upkeep;
  const found = report.findings.filter(finding => finding.state !== 'ok');
  return (
    <>
      <p>{say.checked(report)}</p>
      {found.length === 0 ? null : (
        <ul className={css['findings']}>
          {found.map(finding => (
            <li key={`${finding.object} ${finding.kind}`}>
              <code>{finding.object}</code> {say.states[finding.state]}
              {finding.detail === null ? null : `: ${finding.detail}`}
            </li>
          ))}
        </ul>
      )}
      <p>{say.advice[report.advice]}</p>
    </>
  );
}
