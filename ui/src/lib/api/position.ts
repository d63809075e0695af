/** How long reads must not return a state older than the last command. */
const HOLD_MS = 30_000
const KEY = 'modyard.position'

type Held = { position: number; until: number }

function load(): Held {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (held && typeof held === 'object' && 'position' in held && 'until' in held) {
      const { position, until } = held
      if (typeof position === 'number' && typeof until === 'number') return { position, until }
    }
  } catch {
    // Storage may be blocked; the position is then kept until the page is left.
  }
  return { position: 0, until: 0 }
}

let held: Held | undefined

/** Stores the log position of a command's answer. Positions only grow. */
export function holdPosition(header: string | null): void {
  const position = Number(header)
  if (!header || !Number.isSafeInteger(position) || position <= 0) return
  held = { position: Math.max(position, held?.position ?? load().position), until: Date.now() + HOLD_MS }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(held))
  } catch {
    // See load.
  }
}

/** The position that reads must have reached, or undefined when any state is accepted. */
export function minPosition(): number | undefined {
  held ??= load()
  return held.until > Date.now() ? held.position : undefined
}

/** Forgets the position, for tests. */
export function forgetPosition(): void {
  held = { position: 0, until: 0 }
  sessionStorage.removeItem(KEY)
}
