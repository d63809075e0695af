import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts'
import { useSession } from '@/lib/session'
import { clearProgress, saveProgress } from './checklist-api'
import { begun, fromStored, noProgress, type Checklist, type Progress } from './model/checklist'

const SAVE_AFTER_MS = 1_200

/** Where the progress came from: nowhere, this round, or a round before. */
export type Origin = 'new' | 'kept' | 'outdated'

/**
 * The progress with a project. Every change is at once in this browser, and soon on the server, for other devices; what
 * the server has is deleted here. So a copy that is found here was never sent and goes first.
 */
export function useProgress(project: string, stored: Checklist['progress']) {
  const account = useSession()?.id ?? ''
  const place = `review.${project}`
  const [start] = useState((): { progress: Progress; origin: Origin; unsent: boolean } => {
    const here = account ? readDraft(account, place)?.value : undefined
    // A draft of the panel before the checklist was the text of the message.
    if (typeof here === 'string') return { progress: { ...noProgress, message: here }, origin: 'kept', unsent: true }
    if (here) return { progress: { ...noProgress, ...(here as Progress) }, origin: 'kept', unsent: true }
    if (!stored) return { progress: noProgress, origin: 'new', unsent: false }
    return { progress: fromStored(stored.state), origin: stored.outdated ? 'outdated' : 'kept', unsent: false }
  })
  const [progress, setProgress] = useState(start.progress)
  const [origin, setOrigin] = useState(begun(start.progress) ? start.origin : 'new')
  const unsent = useRef<Progress | undefined>(start.unsent ? start.progress : undefined)
  const saved = useRef(start.progress)
  const ended = useRef(false)
  const send = useRef<() => void>(() => undefined)
  useEffect(() => {
    send.current = () => {
      const now = unsent.current
      if (!now || ended.current) return
      unsent.current = undefined
      void (begun(now) ? saveProgress(project, now) : clearProgress(project)).then(
        () => {
          if (!unsent.current && account) dropDraft(account, place)
        },
        () => {
          unsent.current ??= now // the copy in this browser stays, and goes with the next change
        },
      )
    }
  }, [project, account, place])
  useEffect(() => {
    if (progress === saved.current) return
    saved.current = progress
    unsent.current = progress
    if (account) keepDraft(account, place, progress)
    const timer = setTimeout(() => send.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [progress, account, place])
  useEffect(() => {
    const now = () => send.current()
    if (unsent.current) now()
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])
  const drop = () => {
    unsent.current = undefined
    if (account) dropDraft(account, place)
    clearProgress(project).catch(() => undefined) // it expires by itself
  }
  return {
    progress,
    change: setProgress,
    origin,
    /** Begins again from nothing. */
    reset: () => {
      drop()
      saved.current = noProgress
      setProgress(noProgress)
      setOrigin('new')
    },
    /** Ends the work, after a decision. */
    end: () => {
      ended.current = true
      drop()
    },
  }
}
