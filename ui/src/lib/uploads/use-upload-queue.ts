import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { isBusy, nextRate, startable, waitingRow, type UploadRow } from './rows'

const SHOW_EVERY_MS = 120

export type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

type Options<T> = { atOnce: number; send: (file: File, sending: Sending) => Promise<T> }

/** A queue of uploads, a few at a time; leaving the page stops the unfinished ones. */
export function useUploadQueue<T>({ atOnce, send }: Options<T>) {
  const [rows, setRows] = useState<readonly UploadRow<T>[]>([])
  const running = useRef(new Map<string, AbortController>())
  const patch = (key: string, change: Partial<UploadRow<T>>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)))

  const start = (row: UploadRow<T>) => {
    const { key, file } = row
    if (!file || running.current.has(key)) return
    const control = new AbortController()
    running.current.set(key, control)
    let at = performance.now()
    let before = 0
    let rate = 0
    const onProgress = (share: number) => {
      const now = performance.now()
      if (share < 1 && now - at < SHOW_EVERY_MS) return
      rate = nextRate(rate, share * file.size - before, now - at)
      before = share * file.size
      at = now
      patch(key, { sent: before, rate, state: share >= 1 ? 'checking' : 'sending' })
    }
    patch(key, { state: 'sending', sent: 0, rate: 0 })
    send(file, { onProgress, signal: control.signal })
      .then(
        (answer) => patch(key, { state: 'done', answer, sent: file.size }),
        (reason: unknown) => {
          if (!control.signal.aborted) patch(key, { state: 'failed', ...failure(reason) })
        },
      )
      .finally(() => {
        if (running.current.get(key) === control) running.current.delete(key)
      })
  }
  useEffect(() => {
    for (const row of startable(rows, atOnce)) start(row)
  })
  useEffect(() => {
    const all = running.current
    return () => {
      for (const control of all.values()) control.abort()
      all.clear()
    }
  }, [])

  const stop = (key: string) => {
    running.current.get(key)?.abort()
    running.current.delete(key)
  }
  return {
    rows,
    busy: rows.some(isBusy),
    add: (files: readonly File[]) => setRows((now) => [...now, ...files.map((file) => waitingRow(crypto.randomUUID(), file))]),
    /** Adds files that are on the server already. */
    adopt: (more: readonly UploadRow<T>[]) =>
      setRows((now) => [...now, ...more.filter((one) => !now.some((row) => row.name === one.name))]),
    cancel: (key: string) => {
      stop(key)
      patch(key, { state: 'cancelled', sent: 0, rate: 0 })
    },
    retry: (key: string) => setRows((now) => now.map((row) => (row.key === key && row.file ? waitingRow(key, row.file) : row))),
    remove: (key: string) => {
      stop(key)
      setRows((now) => now.filter((row) => row.key !== key))
    },
  }
}

/** A rejection is final; a broken connection or a busy server allows a retry. */
function failure(reason: unknown): { error: string; again: boolean } {
  if (!(reason instanceof ApiError)) return { error: formText.unexpected, again: true }
  return { error: reason.description, again: reason.status === 0 || reason.status === 429 || reason.status >= 500 }
}
