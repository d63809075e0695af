import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts'
import { useSession } from './session'

const WRITE_AFTER_MS = 400

export type Restored = {
  /** When the restored draft was written (ms), while the notice is shown. */
  at: number
  /** The saved value on the server has changed since. */
  outdated: boolean
}

export type KeptDraft = {
  restored: Restored | undefined
  /** Deletes the draft, when it was sent or discarded. */
  drop: () => void
}

/**
 * Keeps input across a reload or a closed tab: `value` is the changed part, undefined where nothing has changed.
 * A draft found on the first render is passed to `restore`. `base` is the saved value.
 */
export function useKeptDraft<T>(place: string | undefined, value: T | undefined, restore: (value: T) => void, base?: string): KeptDraft {
  const account = useSession()?.id
  const [restored, setRestored] = useState<Restored>()
  const looked = useRef<string>(undefined)
  const found = useRef(false)
  const write = useRef<() => void>(() => undefined)
  const text = value === undefined ? undefined : JSON.stringify(value)
  useEffect(() => {
    if (!account || !place) return
    const key = `${account}.${place}`
    if (looked.current === key) return
    looked.current = key
    const kept = readDraft(account, place)
    if (!kept) return
    found.current = true
    restore(kept.value as T)
    setRestored({ at: kept.at, outdated: kept.base !== undefined && base !== undefined && kept.base !== short(base) })
    // Only the first render of a place counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [account, place])
  useEffect(() => {
    if (!account || !place) return
    // The restored values arrive with the next render; until then there is nothing to store or delete.
    if (found.current) {
      found.current = false
      return
    }
    write.current = () => {
      write.current = () => undefined
      if (text === undefined) dropDraft(account, place)
      else keepDraft(account, place, JSON.parse(text), base === undefined ? undefined : short(base))
    }
    const timer = setTimeout(() => write.current(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [account, place, text, base])
  useEffect(() => {
    const now = () => write.current()
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])
  return {
    restored: restored && text !== undefined ? restored : undefined,
    drop: () => {
      write.current = () => undefined
      setRestored(undefined)
      if (account && place) dropDraft(account, place)
    },
  }
}

/** A hash that distinguishes texts without storing them. */
function short(text: string): string {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0
  return `${text.length}.${sum}`
}
