import { create } from 'zustand'

export type ToastType = 'success' | 'error' | 'warning' | 'info'
export type Toast = { id: number; title: string; text?: string | undefined; type: ToastType }

const LIFE_MS = 30_000

type ToastState = {
  toasts: Toast[]
  /** Shows a toast for 30 s; one that says the same is not repeated, its time starts anew. */
  add: (toast: Omit<Toast, 'id'>) => number
  remove: (id: number) => void
}

const timers = new Map<number, ReturnType<typeof setTimeout>>()
let last = 0

export const useToasts = create<ToastState>()((set, state) => ({
  toasts: [],
  add: (toast) => {
    const same = state().toasts.find(
      (one) => one.title === toast.title && one.text === toast.text && one.type === toast.type,
    )
    const id = same?.id ?? ++last
    clearTimeout(timers.get(id))
    timers.set(id, setTimeout(() => state().remove(id), LIFE_MS))
    if (!same) set({ toasts: [...state().toasts, { ...toast, id }] })
    return id
  },
  remove: (id) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    set({ toasts: state().toasts.filter((one) => one.id !== id) })
  },
}))

/** Shows a toast from anywhere, also outside components. */
export function toast(title: string, text?: string, type: ToastType = 'success'): void {
  useToasts.getState().add({ title, text, type })
}
