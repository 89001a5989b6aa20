import Download from 'lucide-react/icons/download'
import { Link } from 'react-router-dom'

import { formatReport } from '#client/importers/core/import-report.ts'
import { boardKinds } from '#client/importers/trello/board-plan.ts'
import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { useDismissedJob } from '#web/session/use-dismissed-job.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { FindingList, ImportFindings } from '#web/ui/import/import-findings.tsx'
import { Step } from '#web/ui/import/import-step.tsx'
import type { BoardReport } from './board-import.data.ts'

const outcomes = ['created', 'updated', 'unchanged', 'rejected'] as const

interface ImportReportViewProps {
  report: BoardReport
  job: number
  startsFocused: boolean
  onReset: () => void
}

/** What an import did, what it left out, and where the board is. */
export function ImportReportView({ report, job, startsFocused, onReset }: ImportReportViewProps) {
  useDismissedJob(job)
  const { into, counts, file, in_descriptions = [] } = report
  const total = (outcome: (typeof outcomes)[number]) =>
    boardKinds.reduce((sum, kind) => sum + counts[kind][outcome], 0)
  const name = into?.name ?? file
  const isUnchanged = total('created') + total('updated') + total('rejected') === 0
  const isNew = counts.boards.created > 0
  const download = () =>
    downloadFile({
      name: `${text.reportName(file)}.txt`,
      type: 'text/plain;charset=utf-8',
      text: formatReport(report, { verbose: true }),
    })

  return (
    <Step
      title={isUnchanged ? text.unchanged(name) : isNew ? text.done(name) : text.updated(name)}
      startsFocused={startsFocused}
    >
      {isUnchanged && <p className="-mt-2 text-ink-2">{text.unchangedHint}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {into?.id != null && (
          <Link to={paths.board(into.id)} className={buttonClass('primary')}>
            {text.openBoard}
          </Link>
        )}
        <Button icon={Download} onClick={download}>
          {text.download}
        </Button>
        <Button variant="quiet" onClick={onReset}>
          {text.another}
        </Button>
      </div>
      <table aria-label={text.counts} className="import-counts">
        <thead>
          <tr>
            <th scope="col">{text.kind}</th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col">
                {text.outcomes[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {boardKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{text.kinds[kind]}</th>
              {outcomes.map((outcome) => (
                <td key={outcome}>{formatNumber(counts[kind][outcome])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {in_descriptions.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium">{text.content}</h3>
          <FindingList>
            {in_descriptions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </FindingList>
        </section>
      )}
      <ImportFindings {...report} noteTexts={text.notes} />
    </Step>
  )
}
