import type { LucideIcon } from 'lucide-react'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import ListPlus from 'lucide-react/icons/list-plus'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'

import type { BoardList, Card } from '#client/resources.ts'
import { boardPartsText } from '#web/messages/en/board-parts.ts'
import { Button, KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

const moveText = boardPartsText.move

/** `after` needs relative moves. */
export type TargetPosition = 'top' | 'bottom' | 'after'

interface MovePositionsProps {
  list: BoardList | undefined
  /** Those of that list which are loaded. */
  otherCards: readonly Card[]
  relative: boolean
  submit: (position: TargetPosition, afterId?: string) => void
  /** Of the sentence that says why nothing can be moved. */
  noneId: string
}

const icons: Record<TargetPosition, LucideIcon> = {
  top: ArrowUpToLine,
  bottom: ArrowDownToLine,
  after: ListPlus,
}

/** On a phone: choose the list, the position, then move. */
export function MoveForm(props: MovePositionsProps & { children: ReactNode }) {
  const { list, otherCards, relative, submit, noneId, children } = props
  const [position, setPosition] = useState<TargetPosition>('bottom')
  const [afterId, setAfterId] = useState('')
  const positions: TargetPosition[] = relative ? ['top', 'bottom', 'after'] : ['top', 'bottom']
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(position, afterId)
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4 px-5 pb-5">
      <div>{children}</div>
      <fieldset className="flex flex-wrap gap-2">
        {positions.map((value) => (
          <PositionRadio
            key={value}
            value={value}
            isSelected={value === position}
            onSelect={() => setPosition(value)}
          />
        ))}
      </fieldset>
      {position === 'after' && (
        <CardSelect cards={otherCards} value={afterId} onChange={setAfterId} />
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        {...(!list && { 'aria-disabled': true, 'aria-describedby': noneId })}
      >
        {moveText.to(list?.name ?? '')}
      </Button>
    </form>
  )
}

/** Beside a card: each position moves it at once. */
export function MoveActions(props: MovePositionsProps) {
  const { list, otherCards, relative, submit, noneId } = props
  const [isChoosing, setChoosing] = useState(false)
  const [afterId, setAfterId] = useState('')
  const disabled = list ? {} : { 'aria-disabled': true, 'aria-describedby': noneId }
  return (
    <div className="mt-1 grid border-t border-line pt-1.5">
      <PositionButton icon={icons.top} hint="Shift ↵" {...disabled} onClick={() => submit('top')}>
        {list ? moveText.topOf(list.name) : moveText.top}
      </PositionButton>
      <PositionButton icon={icons.bottom} hint="↵" {...disabled} onClick={() => submit('bottom')}>
        {list ? moveText.bottomOf(list.name) : moveText.bottom}
      </PositionButton>
      {relative && list && (
        <PositionButton
          icon={icons.after}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {moveText.after}
        </PositionButton>
      )}
      {isChoosing && list && (
        <div className="grid gap-2 p-1.5">
          <CardSelect cards={otherCards} value={afterId} onChange={setAfterId} />
          {otherCards.length > 0 && (
            <Button variant="primary" onClick={() => submit('after', afterId)}>
              {moveText.to(list.name)}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface PositionButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon
  hint?: string
}

const PositionButton = ({ icon, hint, children, ...rest }: PositionButtonProps) => (
  <button
    type="button"
    {...rest}
    className="flex min-h-[1.9375rem] items-center gap-2.5 rounded-chip px-2 text-start text-cell -outline-offset-2 hover:bg-hover active:bg-pressed aria-disabled:opacity-60 pointer-coarse:min-h-11"
  >
    <Icon of={icon} className="text-ink-3" />
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {hint && <KeyHint>{hint}</KeyHint>}
  </button>
)

interface CardSelectProps {
  cards: readonly Card[]
  value: string
  onChange: (card_id: string) => void
}

const CardSelect = ({ cards, value, onChange }: CardSelectProps) =>
  cards.length > 0 ? (
    <select
      aria-label={moveText.afterCard}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-control w-full rounded-control border border-control bg-surface px-2 text-cell"
    >
      {cards.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  ) : (
    <p className="text-meta text-ink-3">{moveText.noCards}</p>
  )

interface PositionRadioProps {
  value: TargetPosition
  isSelected: boolean
  onSelect: () => void
}

const PositionRadio = ({ value, isSelected, onSelect }: PositionRadioProps) => (
  <label
    className={`flex h-control flex-auto items-center justify-center gap-2 rounded-control border px-2 text-cell font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-focus ${isSelected ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong bg-surface hover:bg-hover'}`}
  >
    <input type="radio" name="where" className="sr-only" checked={isSelected} onChange={onSelect} />
    <Icon of={icons[value]} />
    {moveText[value]}
  </label>
)
