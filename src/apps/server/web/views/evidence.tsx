import { counted } from '../../../../base/counted.ts';
import { CONDITION_TEXT, checkersText, type EvidenceObject, replayText } from '../../../output/report/evidence-text.ts';
import { Section, Table } from './common.tsx';

/** The account of a verdict: who checked it, and how. Empty for UNKNOWN. */
export function EvidenceCard({ evidence }: { readonly evidence: EvidenceObject | undefined }) {
  if (evidence === undefined) return null;
  return (
    <Section title="Evidence" name="evidence">
      {evidence.kind === 'proof' ? (
        <Obligations evidence={evidence} />
      ) : (
        <p>{`${sentence(replayText(evidence))}. The engine that found the run had no part in this.`}</p>
      )}
    </Section>
  );
}

function Obligations({ evidence }: { readonly evidence: EvidenceObject & { readonly kind: 'proof' } }) {
  const { obligations, milliseconds, shown } = evidence;
  return (
    <>
      <p>
        {counted(obligations, 'obligation')} of the certificate, shown in {Math.round(milliseconds)} ms by code that the
        engine does not use.
      </p>
      <Table
        label="Obligations and their checkers"
        columns={[
          { title: 'Condition' },
          { title: 'Number', isNumber: true },
          { title: 'Shown by' },
          { title: 'Time (ms)', isNumber: true },
        ]}
      >
        {shown.map(({ condition, by, count, milliseconds: time }) => (
          <tr key={`${condition} ${by.join()}`}>
            <td data-label="Condition">
              {condition} <span class="dim">({CONDITION_TEXT[condition]})</span>
            </td>
            <td class="number" data-label="Number">
              {count}
            </td>
            <td data-label="Shown by">{checkersText(by)}</td>
            <td class="number" data-label="Time (ms)">
              {Math.round(time)}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
