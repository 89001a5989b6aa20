interface ProgressBarProps {
  label: string
  done: number
  of: number
  /** What the numbers mean, in words. */
  text: string
}

export function ProgressBar({ label, done, of, text }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
      aria-valuetext={text}
      className="h-1.5 overflow-hidden rounded-full bg-chart-track"
    >
      <div
        style={{ width: `${of > 0 ? (done / of) * 100 : 0}%` }}
        className="h-full rounded-full bg-ok-solid transition-[width] duration-slow ease-inout"
      />
    </div>
  )
}
