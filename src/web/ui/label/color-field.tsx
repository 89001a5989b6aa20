import './color-field.css'
import { useId } from 'react'

import { labelText } from '#web/messages/en/label.ts'
import { labelColor } from './label-color.rules.ts'

interface ColorFieldProps {
  /** As the server names it. */
  value: string
  onChange: (color: string) => void
}

/** Radio buttons: each is a label of its color, named for a screen reader and in its tooltip. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  const name = useId()
  const colors = Object.entries(labelText.colors)
  return (
    <fieldset role="radiogroup" className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{labelText.color}</legend>
      <div className="flex flex-wrap gap-1">
        {colors.map(([color, colorName]) => (
          <label key={color} title={colorName} className="label-swatch">
            <input
              type="radio"
              name={name}
              aria-label={colorName}
              checked={color === labelColor(value)}
              onChange={() => onChange(color)}
              className="sr-only"
            />
            <span aria-hidden className={`label-swatch-color label-swatch-${color}`} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
