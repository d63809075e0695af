import { useRef, useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import { useSavePicture } from '../../gallery-commands'

export type Sending = { id: string; file: File; state: 'waiting' | 'sending' | 'failed'; share: number; error?: string }

/** Several pictures on their way, one after another. Those that arrived are gone from the list. */
export function useQueue(project: string, nextOrdering: () => number) {
  const [list, setList] = useState<Sending[]>([])
  const save = useSavePicture(project)
  const running = useRef(false)
  const waiting = useRef<Sending[]>([])
  const aborts = useRef(new Map<string, AbortController>())
  const patch = (id: string, change: Partial<Sending>) => setList((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const drop = (id: string) => setList((now) => now.filter((one) => one.id !== id))
  const run = async () => {
    if (running.current) return
    running.current = true
    let ordering = nextOrdering()
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { id, file } = next
      const abort = new AbortController()
      aborts.current.set(id, abort)
      patch(id, { state: 'sending', share: 0 })
      try {
        await save.mutateAsync({
          file,
          title: '',
          description: '',
          featured: false,
          ordering: ordering++,
          signal: abort.signal,
          onProgress: (share) => patch(id, { share }),
        })
        drop(id)
      } catch (error) {
        if (abort.signal.aborted) drop(id)
        else patch(id, { state: 'failed', error: error instanceof ApiError ? error.description : t.failed })
      }
      aborts.current.delete(id)
    }
    running.current = false
  }
  const add = (files: readonly File[]) => {
    const more = files.map((file): Sending => ({ id: crypto.randomUUID(), file, state: 'waiting', share: 0 }))
    waiting.current.push(...more)
    setList((now) => [...now, ...more])
    void run()
  }
  return {
    list,
    busy: list.some((one) => one.state !== 'failed'),
    add,
    retry: (one: Sending) => {
      drop(one.id)
      add([one.file])
    },
    cancel: (id: string) => {
      waiting.current = waiting.current.filter((one) => one.id !== id)
      aborts.current.get(id)?.abort()
      drop(id)
    },
  }
}
