interface ProgressBarProps {
  label: string
  done: number
  of: number
  /** What the numbers mean, in words. */
  text: string
  /** What is done of something, instead of work that goes on. */
  isShare?: boolean
}

export function ProgressBar({ label, done, of, text, isShare }: ProgressBarProps) {
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
        className={`h-full rounded-full transition-[width] duration-slow ease-inout ${isShare ? 'bg-ok-solid' : 'bg-accent'}`}
      />
    </div>
  )
}
