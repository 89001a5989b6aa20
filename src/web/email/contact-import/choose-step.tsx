import { useInfiniteQuery } from '@tanstack/react-query'

import { tagPages } from '#web/email/lists/lists.data.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { useSessionCapabilities } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { FindingList } from '#web/ui/import/import-findings.tsx'
import { Step } from '#web/ui/import/import-step.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { estimateSeconds } from './columns.rules.ts'
import type { StepProps } from './contact-import.data.ts'
import { isImportedByService } from './import-state.ts'

/** Tags for everyone, what happens to rows with problems, and how long it takes. */
export function ChooseStep({ list_id, list_name, state, contactImport, startsFocused }: StepProps) {
  const { targets, tags, tag_separator, on_error, check } = state
  const offlineProps = useOfflineProps()
  const { capabilities, me } = useSessionCapabilities()
  const suggestions = useInfiniteQuery(tagPages(list_id)).data?.pages.flatMap(({ data }) => data)
  const rejected = check?.rejected ?? 0
  const isBlocked = on_error === 'stop' && rejected > 0
  const isByService = isImportedByService(capabilities, state)
  const seconds = estimateSeconds(check?.groups.valid.count ?? 0, {
    isByService,
    hasBatches:
      capabilities.has('contacts.batch') &&
      (me?.key?.admin === true || capabilities.has('contacts.edit')),
    rate: me?.limits?.rate ?? undefined,
  })
  return (
    <Step title={text.steps.choose} startsFocused={startsFocused}>
      <TagInput
        label={text.addTags}
        hint={text.addTagsHint}
        values={tags}
        maxLength={100}
        suggestions={suggestions?.map(({ name }) => name) ?? []}
        onChange={(next) => contactImport.change({ tags: next })}
      />
      {targets.includes('tags') && (
        <Select
          label={text.separator}
          value={tag_separator}
          options={Object.entries(text.separators).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => contactImport.change({ tag_separator: target.value })}
        />
      )}
      <RadioList
        legend={text.onError}
        value={on_error}
        onChange={(next) => contactImport.change({ on_error: next })}
        issue={isBlocked ? text.problems(rejected) : undefined}
        options={[
          { value: 'skip', label: text.skip, hint: text.skipHint },
          { value: 'stop', label: text.stopAtError, hint: text.stopHint },
        ]}
      />
      <FindingList>
        <li>{text.unsubscribed}</li>
        <li>{text.existing}</li>
        {seconds > 5 && <li>{text.duration(formatDuration(seconds), isByService)}</li>}
      </FindingList>
      <div className="flex flex-wrap gap-2">
        <Button
          {...offlineProps}
          variant="primary"
          disabled={isBlocked || !check || check.groups.valid.count === 0}
          onClick={() => !offlineProps && contactImport.start(list_name)}
        >
          {text.start((check?.rows ?? 0) - rejected)}
        </Button>
        <Button onClick={() => contactImport.open('check')}>{text.back}</Button>
      </div>
    </Step>
  )
}

const formatDuration = (seconds: number) =>
  seconds < 90 ? text.seconds(seconds) : text.minutes(Math.ceil(seconds / 60))
