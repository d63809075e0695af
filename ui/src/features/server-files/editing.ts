import { useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { files } from '@/lib/hosting/files'
import { usePlace, useRefresh } from './context'
import { faultOf } from './model/faults'
import { bytesOf, MOST_TEXT, textOf, type Text } from './model/text'

/** What the file is now, where it is not what was opened. `text` is undefined where it is none any more. */
export type Changed = { gone: true } | { gone: false; text: Text | undefined; etag: string | undefined }

type Held = { text: Text; etag: string | undefined }

/** A text that is edited: what the server has, what is here, and how the one becomes the other. */
export function useEditing(path: string, first: Text, etag: string | undefined) {
  const { node, disk } = usePlace()
  const refresh = useRefresh()
  const [held, setHeld] = useState<Held>({ text: first, etag })
  const [text, setText] = useState(first.text)
  const [converted, setConverted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [changed, setChanged] = useState<Changed>()
  const editable = held.text.encoding === 'UTF-8' || converted

  /** The file as it is now. */
  const look = async (): Promise<{ text: Text | undefined; etag: string | undefined }> => {
    const now = await files.content(node, path, MOST_TEXT)
    if ('tooLarge' in now) return { text: undefined, etag: undefined }
    return { text: textOf(new Uint8Array(await now.blob.arrayBuffer())), etag: now.etag }
  }
  const wrote = async (body: string, said: string | undefined, stale: string | undefined) => {
    const written: Text = { ...held.text, text: body, encoding: 'UTF-8', bom: held.text.bom && held.text.encoding === 'UTF-8' }
    let mark = said
    if (mark === undefined) {
      // Where somebody wrote between the two requests, the former mark stays: the next time it is refused.
      const now = await look().catch(() => undefined)
      mark = now?.text?.text === body ? now.etag : stale
    }
    setHeld({ text: written, etag: mark })
    setConverted(false)
    setChanged(undefined)
    void refresh()
  }
  const during = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setFault(faultOf(error, disk))
      return false
    } finally {
      setBusy(false)
    }
  }
  /** Writes the text where the file still has the mark; else shows what it is now. */
  const write = async (mark: string | undefined) => {
    if (mark === undefined) {
      const now = await look()
      if (now.text?.text !== held.text.text) return setChanged({ gone: false, ...now })
    }
    try {
      await wrote(text, await files.update(node, path, bytesOf(text, held.text), mark), mark)
    } catch (error) {
      if (ApiError.is(error, 404)) return setChanged({ gone: true })
      if (!ApiError.is(error, 412)) throw error
      const now = await look().catch((missing: unknown) => {
        if (ApiError.is(missing, 404)) return undefined
        throw missing
      })
      setChanged(now ? { gone: false, ...now } : { gone: true })
    }
  }
  return {
    held: held.text,
    text,
    setText,
    editable,
    convert: () => setConverted(true),
    dirty: text !== held.text.text || converted,
    busy,
    fault,
    changed,
    save: () => during(() => write(held.etag)),
    /** Writes over what somebody else wrote, or makes the file again. */
    force: () =>
      during(async () => {
        if (!changed) return
        if (changed.gone) {
          await files.createFile(node, path, bytesOf(text, held.text))
          return wrote(text, undefined, undefined)
        }
        if (changed.etag !== undefined) return write(changed.etag)
        await wrote(text, await files.update(node, path, bytesOf(text, held.text)), undefined)
      }),
    /** Takes what the file is now; gives false where it is no text to show. */
    discard: (): boolean => {
      setFault(undefined)
      setChanged(undefined)
      if (!changed || changed.gone || !changed.text) return false
      setHeld({ text: changed.text, etag: changed.etag })
      setText(changed.text.text)
      setConverted(false)
      return true
    },
    later: () => setChanged(undefined),
  }
}
