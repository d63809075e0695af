import { vi } from 'vitest'

type Heard = { data: string }

/** Stands for the sockets of consoles; a test says what the node says. */
export function fakeConsole() {
  const open: FakeSocket[] = []
  class FakeSocket {
    onopen: (() => void) | null = null
    onmessage: ((event: Heard) => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    sent: Record<string, unknown>[] = []
    readonly url: string
    constructor(url: string) {
      this.url = url
      open.push(this)
    }
    send(text: string) {
      this.sent.push(JSON.parse(text) as Record<string, unknown>)
    }
    close() {
      open.splice(open.indexOf(this), 1)
    }
    say(event: string, more: object = {}) {
      this.onmessage?.({ data: JSON.stringify({ event, ...more }) })
    }
    /** Accepts the token, and gives lines numbered from 1. */
    enter(...lines: string[]) {
      this.onopen?.()
      this.say('auth-ok')
      this.lines(1, ...lines)
    }
    lines(from: number, ...lines: string[]) {
      if (lines.length > 0) this.say('lines', { lines: lines.map((m, at) => ({ n: from + at, t: '2026-11-28T12:00:00Z', s: 'out', m })) })
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  return { open, last: () => open.at(-1) }
}
