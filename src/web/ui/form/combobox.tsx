import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'

import { comboboxText } from '#web/messages/en/combobox.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { ComboboxListbox } from './combobox-listbox.tsx'
import { type ComboboxOption, findByLabel } from './combobox.rules.ts'
import { type FieldFrame, useField } from './field.tsx'
import { type ComboboxSource, useCombobox } from './use-combobox.ts'

interface CommonProps<Option extends ComboboxOption> extends FieldFrame, ComboboxSource<Option> {
  label: string
  placeholder?: string
  disabled?: boolean
  leading?: (option: Option) => ReactNode
}

interface ComboboxProps<Option extends ComboboxOption> extends CommonProps<Option> {
  value: Option | null
  onChange: (value: Option | null) => void
  /** A value must be chosen: the field cannot be cleared. */
  isRequired?: boolean
  autoFocus?: boolean
}

/** A text field that chooses one of many options. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { value, onChange, isRequired, label } = props
  const combobox = useCombobox({
    ...props,
    isMultiple: false,
    restingText: value?.label ?? '',
    isSelected: ({ id }) => id === value?.id,
    onSelect: onChange,
  })
  const clear = () => {
    onChange(null)
    combobox.search(undefined)
    combobox.field.current?.focus()
  }
  return (
    <Frame {...props} combobox={combobox} isSelected={({ id }) => id === value?.id}>
      {(control) => (
        <>
          <input
            {...control}
            {...combobox.fieldProps}
            {...(props.autoFocus && { autoFocus: true, 'data-autofocus': true })}
            onFocus={(event) => event.target.select()}
            onBlur={() => {
              if (combobox.fieldProps.value === '' && value && !isRequired) onChange(null)
              combobox.search(undefined)
              combobox.close()
            }}
            className="h-full min-w-0 flex-1 bg-transparent outline-none"
          />
          {value && !isRequired && !props.disabled && (
            <RemoveButton label={comboboxText.clear(label)} onClick={clear} />
          )}
        </>
      )}
    </Frame>
  )
}

interface MultiComboboxProps<Option extends ComboboxOption> extends CommonProps<Option> {
  values: readonly Option[]
  onChange: (values: readonly Option[]) => void
  /** The options that a typed or pasted text names, such as those before a comma, and what is still being typed. */
  split?: (text: string) => { readonly tags: readonly string[]; readonly rest: string }
  /** A dialog starts in it. */
  startsDialog?: boolean
}

/** A text field that chooses several options, shown as chips. */
export function MultiCombobox<Option extends ComboboxOption>(props: MultiComboboxProps<Option>) {
  const { values, onChange, split, options, createOption, label } = props
  const chips = useRef<HTMLUListElement>(null)
  const isSelected = ({ id }: Option) => values.some((value) => value.id === id)
  const remove = (option: Option) => {
    onChange(values.filter(({ id }) => id !== option.id))
    announce(comboboxText.removed(option.label))
  }
  const combobox = useCombobox({
    ...props,
    isMultiple: true,
    restingText: '',
    isSelected,
    onSelect: (option) => {
      if (isSelected(option)) return remove(option)
      onChange([...values, option])
      announce(comboboxText.added(option.label))
    },
  })

  /** Adds what is typed to its end and keeps the rest in the field. */
  const onText = (text: string) => {
    const { tags, rest } = split?.(text) ?? { tags: [], rest: text }
    const next = [...values]
    for (const name of tags.map((tag) => tag.trim()).filter(Boolean)) {
      const option = findByLabel([...next, ...options], name) ?? createOption?.(name)
      if (option && !next.some(({ id }) => id === option.id)) next.push(option)
    }
    if (next.length > values.length) onChange(next)
    combobox.search(rest)
    // As after an option was chosen.
    if (rest === '' && tags.length > 0) combobox.close()
    else combobox.open()
  }

  const focusChip = (index: number) => {
    const button = chips.current?.querySelectorAll('button')[index]
    ;(button ?? combobox.field.current)?.focus()
  }
  const onFieldKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const last = values.at(-1)
    if (event.key === 'Backspace' && combobox.text === '' && last) remove(last)
    else if (isAtStart && last && isBackward(event)) focusChip(values.length - 1)
    else combobox.fieldProps.onKeyDown(event)
  }
  const onChipKeyDown = (event: KeyboardEvent, index: number) => {
    const value = values[index]
    if (event.key === 'Backspace' || event.key === 'Delete') {
      // The button itself goes: the focus must leave it first.
      focusChip(event.key === 'Backspace' && index > 0 ? index - 1 : index + 1)
      if (value) remove(value)
    } else if (isBackward(event)) focusChip(Math.max(index - 1, 0))
    else if (isForward(event)) focusChip(index + 1)
    else return
    event.preventDefault()
  }

  return (
    <Frame {...props} combobox={combobox} isMultiple isSelected={isSelected}>
      {(control) => (
        <>
          {values.length > 0 && (
            <ul ref={chips} aria-label={comboboxText.selected(label)} className="contents">
              {values.map((value, index) => (
                <li
                  key={value.id}
                  className={`flex min-h-6 max-w-full items-center rounded-chip bg-mute-soft ps-2 text-tag text-mute-ink ${props.disabled ? 'pe-2' : ''}`}
                >
                  <span className="truncate">{value.label}</span>
                  {!props.disabled && (
                    <RemoveButton
                      label={comboboxText.remove(value.label)}
                      tabIndex={-1}
                      onKeyDown={(event) => onChipKeyDown(event, index)}
                      onClick={() => (remove(value), combobox.field.current?.focus())}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            {...combobox.fieldProps}
            placeholder={values.length === 0 ? props.placeholder : undefined}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onFieldKeyDown}
            {...(props.startsDialog && { 'data-autofocus': true })}
            className="h-6 min-w-20 flex-1 bg-transparent outline-none"
          />
        </>
      )}
    </Frame>
  )
}

interface FrameProps<Option extends ComboboxOption> extends CommonProps<Option> {
  combobox: ReturnType<typeof useCombobox<Option>>
  isMultiple?: boolean
  isSelected: (option: Option) => boolean
  children: (control: ComponentProps<'input'>) => ReactNode
}

/** The label, the box and its popup. */
function Frame<Option extends ComboboxOption>(props: FrameProps<Option>) {
  const { combobox, label, disabled, placeholder, isMultiple = false, children } = props
  const { control, head } = useField(props)
  const { field, isOpen, open, close } = combobox
  const toggle = () => {
    field.current?.focus()
    if (isOpen) close()
    else open()
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      {head}
      <ComboboxListbox
        {...combobox}
        label={label}
        isMultiple={isMultiple}
        isSelected={props.isSelected}
        leading={props.leading}
        onActivate={combobox.setActiveId}
        onChoose={(row) => {
          combobox.choose(row)
          if (row.type !== 'retry') close() // else it covers what is pressed next
        }}
        onClose={close}
      >
        <div
          data-disabled={disabled || undefined}
          className="flex min-h-control items-center gap-1 rounded-control border border-control bg-surface ps-3 pe-1 text-ink focus-within:border-focus focus-within:outline-2 focus-within:outline-focus has-aria-invalid:border-bad-solid data-disabled:bg-sunken data-disabled:text-ink-disabled"
        >
          <div className="flex min-h-[1.875rem] min-w-0 flex-1 flex-wrap items-center gap-1 py-0.5">
            {children({
              ...control,
              disabled,
              placeholder,
              onChange: (event) => (combobox.search(event.target.value), open()),
              onClick: () => isOpen || open(),
              onBlur: () => (combobox.search(undefined), close()),
            })}
          </div>
          <button
            type="button"
            tabIndex={-1}
            disabled={disabled}
            aria-label={comboboxText.open(label)}
            aria-expanded={isOpen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
            className={removeClass}
          >
            <Icon of={ChevronsUpDown} size={14} />
          </button>
        </div>
      </ComboboxListbox>
    </div>
  )
}

const removeClass =
  'grid size-6 shrink-0 place-items-center rounded-chip text-ink-3 hover:text-ink pointer-coarse:size-11'

const RemoveButton = ({ label, ...rest }: ComponentProps<'button'> & { label: string }) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    // A press must not take the focus from the field, which would close the list.
    onMouseDown={(event) => event.preventDefault()}
    className={removeClass}
  >
    <Icon of={X} size={14} />
  </button>
)

const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'
const isForward = ({ key, currentTarget }: KeyboardEvent) =>
  key === (isRtl(currentTarget) ? 'ArrowLeft' : 'ArrowRight')
const isBackward = ({ key, currentTarget }: KeyboardEvent) =>
  key === (isRtl(currentTarget) ? 'ArrowRight' : 'ArrowLeft')
