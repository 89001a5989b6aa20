import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { announce } from '#web/ui/live-region.tsx'

interface ImportStepsProps {
  /** The one that is open. */
  step: string
  children: ReactNode
}

export const ImportSteps = ({ step, children }: ImportStepsProps) => (
  <div
    data-state="ready"
    data-step={step}
    className="mt-6 grid max-w-3xl gap-6 pb-32 wrap-anywhere"
  >
    {children}
  </div>
)

interface StepProps {
  title: string
  icon?: ReactNode
  /** Moves the focus to its heading, which replaces the control that led here. */
  startsFocused?: boolean
  urgent?: boolean
  children: ReactNode
}

/** A step of the import; its title is read out, also when the focus stays. */
export function Step({ title, icon, startsFocused = true, urgent, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (startsFocused) heading.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when it appears
  }, [])
  useLayoutEffect(() => {
    announce(title, urgent ? 'assertive' : 'polite')
  }, [title, urgent])
  return (
    <section className="grid gap-4">
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 justify-self-start text-section break-words"
      >
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}
