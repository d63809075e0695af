import { create } from 'zustand'

export type ToastType = 'success' | 'error' | 'warning' | 'info'
export type Toast = { id: number; title: string; text?: string | undefined; type: ToastType }

const LIFE_MS = 30_000
/** A younger toast speaks of the action that led to the next page, and is shown there. */
const FRESH_MS = 1_000

type ToastState = {
  toasts: Toast[]
  /** Shows a toast for 30 s; a duplicate only restarts its timer. */
  add: (toast: Omit<Toast, 'id'>) => number
  remove: (id: number) => void
  /** Pauses all timers, while the pointer or the focus is inside the toasts. */
  hold: () => void
  /** Another page is opened: what was said on the former one does not follow. */
  leave: () => void
  /** Continues each timer with its remaining time. */
  release: () => void
}

type Clock = { born: number; left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }

const clocks = new Map<number, Clock>()
let last = 0
let held = false

function run(id: number, left: number, end: () => void): void {
  clearTimeout(clocks.get(id)?.timer)
  const now = Date.now()
  const born = left === LIFE_MS ? now : (clocks.get(id)?.born ?? now)
  clocks.set(id, { born, left, since: now, timer: held ? undefined : setTimeout(end, left) })
}

export const useToasts = create<ToastState>()((set, state) => ({
  toasts: [],
  add: (toast) => {
    const same = state().toasts.find((one) => one.title === toast.title && one.text === toast.text && one.type === toast.type)
    const id = same?.id ?? ++last
    run(id, LIFE_MS, () => state().remove(id))
    if (!same) set({ toasts: [...state().toasts, { ...toast, id }] })
    return id
  },
  remove: (id) => {
    clearTimeout(clocks.get(id)?.timer)
    clocks.delete(id)
    const toasts = state().toasts.filter((one) => one.id !== id)
    // When the last toast disappears, no leave event follows.
    if (toasts.length === 0) held = false
    set({ toasts })
  },
  hold: () => {
    if (held) return
    held = true
    for (const clock of clocks.values()) {
      clearTimeout(clock.timer)
      clock.left = Math.max(0, clock.left - (Date.now() - clock.since))
    }
  },
  leave: () => {
    const now = Date.now()
    for (const [id, { born }] of clocks) if (now - born >= FRESH_MS) state().remove(id)
  },
  release: () => {
    if (!held) return
    held = false
    for (const [id, clock] of clocks) run(id, clock.left, () => state().remove(id))
  },
}))

/** Shows a toast from anywhere, also outside of components. */
export function toast(title: string, text?: string, type: ToastType = 'success'): void {
  useToasts.getState().add({ title, text, type })
}
