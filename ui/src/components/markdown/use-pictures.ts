import { useState, type RefObject } from 'react'
import { ApiError } from '@/lib/api/errors'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { shrunkText } from '@/lib/i18n/zh-Hans/crop'
import { fitPicture } from '@/lib/fit-picture'
import { formatBytes } from '@/lib/format'
import type { PictureUpload } from '@/lib/picture-upload'
import { toast } from '@/stores/toasts'
import { imageText } from './paste'
import type { SurfaceHandle } from './surface'

/** A picture that is too large and cannot be drawn smaller here. */
class TooLarge extends Error {}

/** The picture as it is sent: a too large one is drawn smaller, which is said. */
export async function fitForText(file: File): Promise<File> {
  const fitted = await fitPicture(file).catch(() => {
    throw new TooLarge(t.pictureTooLarge(file.name))
  })
  if (fitted !== file) toast(shrunkText.title, shrunkText.text(file.name, formatBytes(file.size), formatBytes(fitted.size)), 'info')
  return fitted
}

/** The error text of a failed upload. */
export function pictureProblem(error: unknown): string {
  if (error instanceof TooLarge) return error.message
  return error instanceof ApiError ? error.description : t.uploadFailed
}

/** Uploads pasted and dropped pictures and inserts each where it was dropped, labelled with the selected text. */
export function usePictures(handle: RefObject<SurfaceHandle | null>, send: PictureUpload | undefined) {
  const [error, setError] = useState<string>()
  const take = (files: File[]): boolean => {
    const surface = handle.current
    if (!surface || !send) return false
    setError(undefined)
    const alt = surface.selected().trim() || t.defaultAlt
    files.forEach((file, at) => {
      const hold = surface.hold(t.uploading(0))
      const sent = fitForText(file).then((fitted) =>
        send(fitted, { onProgress: (share) => hold.tell(t.uploading(Math.floor(share * 100))) }),
      )
      sent.then(
        (url) => hold.put(imageText(alt, url) + (at < files.length - 1 ? '\n' : '')),
        (problem: unknown) => {
          hold.drop()
          console.error('cannot upload the picture', problem)
          setError(pictureProblem(problem))
        },
      )
    })
    return true
  }
  return { take, error }
}
