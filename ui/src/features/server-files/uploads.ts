import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { NodeSession } from '@/lib/hosting/node-session'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { useUploadQueue } from '@/lib/uploads/use-upload-queue'
import { toast } from '@/stores/toasts'
import { Questions } from './model/conflicts'
import type { Given } from './model/dropped'
import { joined, pathFault } from './model/paths'
import { planned, Uploader, type Refused, type Uploaded } from './model/uploading'

const AT_ONCE = 3
/** While many files are sent, the list is read again after so many. */
const REFRESH_EVERY = 20

/** The uploads of a server: they go on while other folders are looked at. */
export function useUploads(node: NodeSession, onStored: () => void) {
  const [questions] = useState(() => new Questions())
  const [uploader] = useState(() => new Uploader(node, questions))
  const paths = useRef(new WeakMap<File, string>())
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const queue = useUploadQueue<Uploaded>({
    atOnce: AT_ONCE,
    send: (file, sending) => uploader.send({ file, path: paths.current.get(file) ?? `/${file.name}` }, sending),
  })
  const question = useSyncExternalStore(questions.subscribe, questions.current)
  const stored = queue.rows.filter(({ answer }) => answer === 'stored').length
  const { busy } = queue
  const batch = Math.floor(stored / REFRESH_EVERY)
  const tell = useEffectEvent(() => {
    if (stored > 0) onStored()
  })
  useEffect(() => {
    if (!busy) uploader.forget()
    tell()
  }, [busy, batch, uploader])

  /** Queues files for a folder, and makes folders that have none. */
  const add = (folder: string, given: Given) => {
    const { targets, refused: not } = planned(folder, given)
    if (targets.length === 0 && not.length === 0 && given.folders.length === 0) {
      toast(serverFilesText.uploads.nothing, undefined, 'info')
      return
    }
    for (const { file, path } of targets) paths.current.set(file, path)
    if (not.length > 0) setRefused((before) => [...before, ...not])
    queue.add(targets.map(({ file }) => file))
    const empty = given.folders.map((path) => joined(folder, path)).filter((path) => pathFault(path) === undefined)
    if (empty.length > 0) void Promise.all(empty.map((path) => uploader.folder(path))).then(onStored)
  }
  return {
    ...queue,
    add,
    question,
    answer: (...given: Parameters<Questions['answer']>) => questions.answer(...given),
    refused,
    /** Forgets everything that is not on its way. */
    clear: () => {
      setRefused([])
      for (const { key, state } of queue.rows) if (state !== 'waiting' && state !== 'sending' && state !== 'checking') queue.remove(key)
    },
    pathOf: (file: File | undefined) => (file && paths.current.get(file)) ?? file?.name ?? '',
  }
}

export type Uploads = ReturnType<typeof useUploads>
