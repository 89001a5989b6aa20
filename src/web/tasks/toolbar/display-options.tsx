import { boardText } from '#web/messages/en/board.ts'
import { displayText as text } from '#web/messages/en/display.ts'
import { setPreference, usePreference } from '#web/session/preferences.ts'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'

interface DisplayPopoverProps {
  anchor: () => Element | null
  onClose: () => void
}

/** On a phone the display options are at the end of the filters. */
export const DisplayPopover = ({ anchor, onClose }: DisplayPopoverProps) => (
  <Popover title={boardText.display} anchor={anchor} onClose={onClose}>
    <DisplayOptions />
  </Popover>
)

const doneValues = ['on', 'week', 'off'] as const

/** What the cards of every board show on this device; each takes effect at once. */
export function DisplayOptions() {
  const labels = usePreference('card_labels')
  const members = usePreference('card_members')
  const size = usePreference('card_size')
  const ids = usePreference('card_ids')
  const doneCards = usePreference('done_cards')
  return (
    <div className="grid gap-2 p-3 max-md:px-5">
      <Switch
        label={text.labelBars}
        checked={labels === 'bars'}
        onChange={({ target }) => setPreference('card_labels', target.checked ? 'bars' : 'names')}
      />
      <Switch
        label={text.members}
        checked={members === 'on'}
        onChange={({ target }) => setPreference('card_members', target.checked ? 'on' : 'off')}
      />
      <Switch
        label={text.compact}
        checked={size === 'compact'}
        onChange={({ target }) => setPreference('card_size', target.checked ? 'compact' : 'normal')}
      />
      <Switch
        label={text.ids}
        checked={ids === 'on'}
        onChange={({ target }) => setPreference('card_ids', target.checked ? 'on' : 'off')}
      />
      <RadioList
        legend={text.done}
        value={doneCards}
        onChange={(value) => setPreference('done_cards', value)}
        options={doneValues.map((value) => ({ value, label: text.doneOptions[value] }))}
      />
      <p className="text-meta text-ink-3">{text.device}</p>
    </div>
  )
}
