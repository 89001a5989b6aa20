import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { malformedRequest } from './error-response.ts'
import type { HttpResponse } from './http-message.ts'
import { latestResponseOn, refusedBodyGraceMs } from './node-adapter.ts'

/** What Node could not read as HTTP is answered in the same envelope as everything else. */
export function handleClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const last = latestResponseOn(socket)
  if (last && !canRespondAfter(last)) {
    last.shouldKeepAlive = false
    return
  }
  socket.end(serializeResponse(responseTo(code)))
  // Who reads the answer and keeps the line open is hung up on.
  const timer = setTimeout(() => socket.destroy(), refusedBodyGraceMs).unref()
  socket.on('close', () => clearTimeout(timer))
}

/** Not before or into the answer to a whole request, and not after one that came before the request had ended. */
const canRespondAfter = ({ headersSent, writableFinished, req }: ServerResponse): boolean =>
  headersSent ? writableFinished && req.complete : !req.complete

function responseTo(code: string | undefined): HttpResponse {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return malformedRequest('The request took too long to arrive.', 408)
  if (code === 'HPE_HEADER_OVERFLOW')
    return malformedRequest('The address or the headers are too long.', 431)
  return malformedRequest('This is not a valid HTTP request.', 400)
}

/** As it goes over the network: nothing else knows of a request here. */
function serializeResponse({ status, headers, body }: HttpResponse): string {
  const text = typeof body === 'string' ? body : ''
  const fields = [
    ...headers,
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Connection',
    'close',
  ]
  const lines = fields.map((field, at) => (at % 2 === 0 ? `${field}: ` : `${field}\r\n`))
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
