import { type ReactNode, useState } from 'react'

import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { ImportFindings } from '#web/ui/import/import-findings.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import type { ReadyFile } from './board-import.data.ts'

interface ImportPreviewProps {
  file: ReadyFile
  onStart: (choices: { completing: ReadonlySet<string>; isNewBoard: boolean }) => void
  onReset: () => void
}

/** What a file has and what will become of it, before anything is written. */
export function ImportPreview({ file, onStart, onReset }: ImportPreviewProps) {
  const { plan, existing, changes, completing: initial } = file
  const [completing, setCompleting] = useState(initial)
  const [target, setTarget] = useState<'update' | 'new'>('update')
  const offlineProps = useOfflineProps()

  const toggle = (ref: string) => {
    const next = new Set(completing)
    if (!next.delete(ref)) next.add(ref)
    setCompleting(next)
  }
  return (
    <>
      <p className="-mt-2 text-ink-2">{text.from(file.name)}</p>
      {plan.board.archived && <p className="text-ink-2">{text.archivedBoard}</p>}
      {existing && changes && (
        <RadioList
          legend={text.target}
          boxed
          value={target}
          onChange={setTarget}
          options={[
            {
              value: 'update',
              label: text.update(existing.name),
              hint: text.updateHint(countOf(changes, 'created'), countOf(changes, 'updated')),
            },
            { value: 'new', label: text.newBoard, hint: text.newBoardHint },
          ]}
        />
      )}
      <Facts plan={plan} />
      {plan.lists.length > 0 && (
        <fieldset className="grid min-w-0 gap-2">
          <legend className="font-medium">{text.completing}</legend>
          <p className="text-meta text-ink-3">{text.completingHint}</p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-6 gap-y-0.5">
            {plan.lists.map(({ external_ref, name, archived }) => (
              <Checkbox
                key={external_ref}
                label={archived ? text.archivedList(name) : name}
                hint={text.cardsIn(
                  plan.cards.filter((one) => one.list_ref === external_ref).length,
                )}
                checked={completing.has(external_ref)}
                onChange={() => toggle(external_ref)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <ImportFindings {...plan.findings} noteTexts={text.notes} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          {...offlineProps}
          variant="primary"
          onClick={() => onStart({ completing, isNewBoard: target === 'new' })}
        >
          {text.start}
        </Button>
        <Button variant="quiet" onClick={onReset}>
          {text.chooseAnother}
        </Button>
      </div>
    </>
  )
}

const countOf = (
  { counts }: NonNullable<ReadyFile['changes']>,
  outcome: 'created' | 'updated',
): number => Object.values(counts).reduce((sum, line) => sum + line[outcome], 0)

function Facts({ plan: { lists, cards, labels, members, findings } }: Pick<ReadyFile, 'plan'>) {
  const archivedLists = lists.filter(({ archived }) => archived).length
  const archivedCards = cards.filter(({ status }) => status === 'archived').length
  const names = (items: readonly string[]) =>
    items.length === 0 ? text.none : `${items.length}: ${formatList(items)}`
  const facts: [string, ReactNode][] = [
    [text.lists, text.withArchived(lists.length, archivedLists)],
    [text.cards, text.withArchived(cards.length, archivedCards)],
    [text.labels, names(labels.map(({ name, color }) => name || text.unnamedLabel(color)))],
    [text.people, names(members.map(({ name }) => name))],
  ]
  const content = findings.in_descriptions ?? []
  if (content.length > 0) facts.push([text.content, formatList(content)])
  return (
    <dl
      aria-label={text.facts}
      className="grid gap-2 rounded-card border border-line bg-surface p-4"
    >
      {facts.map(([term, fact]) => (
        <div
          key={term}
          className="grid grid-cols-[minmax(6rem,10rem)_1fr] gap-4 max-sm:grid-cols-1 max-sm:gap-0"
        >
          <dt className="text-ink-3">{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const MAX_NAMES = 20

const formatList = (items: readonly string[]) => {
  const rest = items.length - MAX_NAMES
  const shown = items.slice(0, MAX_NAMES).join(', ')
  return rest > 0 ? `${shown} ${text.more(rest)}` : shown
}
