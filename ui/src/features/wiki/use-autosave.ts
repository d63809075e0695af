import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { get } from '@/lib/api/client'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts'
import { useSession } from '@/lib/session'
import type { DraftText } from './api'
import { autosave, usePatchPage } from './commands'
import { opened, savingAfter, type Saving } from './model/autosave'

const PAUSE_MS = 2_000
const AGAIN_MS = 15_000

export type TextPlace = { project: string; draft: string; page: string }

export type Autosave = {
  saving: Saving
  /** This browser had a later text than the server. */
  restored: boolean
  type: (text: string) => void
  /** Decides between two texts. */
  choose: (text: string) => void
  retry: () => void
  /** Writes the text into the draft; false if that was refused. */
  flush: () => Promise<boolean>
}

/** What this browser keeps of a text that the server does not have. */
function keptOf(account: string | undefined, place: string): { text: string; at: number } | undefined {
  const kept = account === undefined ? undefined : readDraft(account, place)
  return kept && typeof kept.value === 'string' ? { text: kept.value, at: kept.at } : undefined
}

/**
 * Saves a text two seconds after the last key, and writes it into the draft when the page is left. What the server does not have
 * yet is kept in this browser.
 */
export function useAutosave({ project, draft, page }: TextPlace, start: DraftText): Autosave {
  const account = useSession()?.id
  const place = `wiki.${draft}.${page}`
  const [saving, tell] = useReducer(savingAfter, undefined, () => opened(start, keptOf(account, place)))
  const [restored] = useState(saving.phase === 'waiting')
  const written = useRef(start.body)
  const patch = usePatchPage(project, draft)
  const { phase, text } = saving

  const refused = useEffectEvent(async () => {
    const params = { id: project, draft, page }
    const found = await get('/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', { params }).catch(() => undefined)
    const theirs = found && { text: found.save?.body ?? found.body, version: found.save?.version ?? 0, at: found.save?.at }
    // The same version as before cannot be the reason of the refusal.
    if (theirs && theirs.version !== saving.version) tell({ type: 'refused', theirs })
    else tell({ type: 'lost' })
  })
  const put = useEffectEvent(async (body: string, version: number) => {
    try {
      const saved = await autosave(project, draft, page, body, version)
      tell({ type: 'saved', ...saved })
    } catch (error) {
      if (ApiError.is(error, 409) || ApiError.is(error, 412)) await refused()
      else tell({ type: 'lost' })
    }
  })
  useEffect(() => {
    if (phase === 'sending') void put(saving.sent ?? text, saving.version)
    // One request for each time that a text is due.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [phase])
  useEffect(() => {
    if (phase !== 'waiting' && phase !== 'failed') return
    const timer = setTimeout(() => tell({ type: 'due' }), phase === 'waiting' ? PAUSE_MS : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [phase, text])

  useEffect(() => {
    if (!account) return
    if (phase === 'still') dropDraft(account, place)
    else keepDraft(account, place, text)
  }, [account, place, phase, text])

  const write = async (): Promise<boolean> => {
    if (phase === 'clash' || text === written.current) return phase !== 'clash'
    const before = written.current
    written.current = text
    try {
      await patch.mutateAsync({ page, body: { body: text, edition: start.edition } })
      tell({ type: 'written', text })
      if (account) dropDraft(account, place)
      return true
    } catch {
      // The automatic save keeps the text; it is written the next time.
      written.current = before
      return false
    }
  }
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  const [flush] = useState(() => () => latest.current())
  // A save does not say on which edition it is based, the draft's own text does. Without one, a change that is published
  // meanwhile would be overwritten instead of contradicted: the first save of a page is written into the draft at once.
  const based = start.page.edits.some((edit) => edit === 'written' || edit === 'added')
  useEffect(() => {
    if (!based && phase === 'still' && written.current === start.body && text !== start.body) void flush()
  }, [based, phase, text, start.body, flush])
  useEffect(() => {
    const online = () => tell({ type: 'due' })
    // The browser lets a small request end although the page is gone.
    const hide = () => tell({ type: 'due' })
    window.addEventListener('online', online)
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('pagehide', hide)
      void flush()
    }
  }, [flush])
  return {
    saving,
    restored,
    type: (next) => tell({ type: 'typed', text: next }),
    choose: (next) => tell({ type: 'chosen', text: next }),
    retry: () => tell({ type: 'due' }),
    flush,
  }
}
