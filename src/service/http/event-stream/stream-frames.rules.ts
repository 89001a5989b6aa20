interface Frame {
  readonly id?: string | undefined
  readonly event: string
  /** One line: JSON without line ends. */
  readonly data: string
}

/** One message of a `text/event-stream`. */
export const frame = ({ id, event, data }: Frame): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

interface Told {
  readonly id: string
  readonly kind: string
  readonly body: string
}

export const eventFrame = ({ id, kind, body }: Told): string =>
  frame({ id, event: kind, data: body })

/** Says nothing, and shows both ends that the other is still there. */
export const comment = ': \n\n'
