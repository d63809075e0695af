import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { isBusy, newRows, nextRate, stagedRow, startable, type UploadRow } from './model/upload-queue'
import { dropStaged, stageFile, type StagedFile } from './staged'

const SHOW_EVERY_MS = 120

/** Files on their way to the server, a few at a time; leaving the page stops what is not there yet. */
export function useUploads(project: string) {
  const [rows, setRows] = useState<UploadRow[]>([])
  const running = useRef(new Map<string, AbortController>())
  const patch = (key: string, change: Partial<UploadRow>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)))

  const start = (row: UploadRow) => {
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
    stageFile(project, file, { onProgress, signal: control.signal })
      .then(
        (staged) => patch(key, { state: 'staged', staged, sent: file.size }),
        (reason: unknown) => {
          if (!control.signal.aborted) patch(key, { state: 'failed', ...failure(reason) })
        },
      )
      .finally(() => {
        if (running.current.get(key) === control) running.current.delete(key)
      })
  }
  useEffect(() => {
    for (const row of startable(rows)) start(row)
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
    /** Takes files in; gives what was refused and why. */
    add: (files: readonly File[], taken: readonly string[]): string[] => {
      const made = newRows([...taken, ...rows.map((row) => row.name)], files, () => crypto.randomUUID())
      setRows((now) => [...now, ...made.rows])
      return made.refused
    },
    adopt: (files: readonly StagedFile[]) =>
      setRows((now) => [...now, ...files.filter((one) => !now.some((row) => row.name === one.name)).map(stagedRow)]),
    cancel: (key: string) => {
      stop(key)
      patch(key, { state: 'cancelled', sent: 0, rate: 0 })
    },
    retry: (key: string) => setRows((now) => now.map((row) => (row.key === key && row.file ? { ...again(row), file: row.file } : row))),
    remove: (key: string) => {
      stop(key)
      const staged = rows.find((row) => row.key === key)?.staged
      if (staged) dropStaged(staged.id)
      setRows((now) => now.filter((row) => row.key !== key))
    },
    setKind: (key: string, kind: string) => patch(key, { kind }),
  }
}

function again({ key, name, size, kind }: UploadRow): UploadRow {
  return { key, name, size, kind, state: 'waiting', sent: 0, rate: 0 }
}

/** A refusal stands; a broken line or a busy server is worth another try. */
function failure(reason: unknown): { error: string; again: boolean } {
  if (!(reason instanceof ApiError)) return { error: siteText.unknownError, again: true }
  return { error: reason.description, again: reason.status === 0 || reason.status === 429 || reason.status >= 500 }
}
