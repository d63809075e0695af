import { useState } from 'react'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The part of the draft that differs from what is saved. */
export function changesOf<T extends object>(draft: T, saved: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const key of Object.keys(draft) as (keyof T)[]) if (!same(draft[key], saved[key])) changes[key] = draft[key]
  return changes
}

/** A form's own copy of saved values. An untouched copy follows what is saved elsewhere. */
export function useDraft<T extends object>(saved: T) {
  const [base, setBase] = useState(saved)
  const [draft, setDraft] = useState(saved)
  if (!same(saved, base)) {
    // Only fields that nobody touched take the newer value.
    setDraft({ ...saved, ...changesOf(draft, base) })
    setBase(saved)
  }
  const changes = changesOf(draft, saved)
  return {
    draft,
    changes,
    count: Object.keys(changes).length,
    change: (patch: Partial<T>) => setDraft((now) => ({ ...now, ...patch })),
    revert: () => setDraft(saved),
  }
}
