import { Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Square } from '@/lib/encode-icon'
import { cropText as t } from '@/lib/i18n/zh-Hans/crop'
import { iconBytes } from '@/lib/limits.gen'
import { Button } from './button'
import { FileDrop } from './file-drop'
import ui from './ui.module.css'
import css from './image-pick.module.css'

const ImageCrop = lazy(() => import('./image-crop').then((all) => ({ default: all.ImageCrop })))

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MAX_SOURCE_BYTES = 20 * 1024 * 1024

type ImagePickProps = {
  upload: string
  remove?: string | undefined
  /** Given where there is a picture to remove. */
  onRemove?: (() => void) | undefined
  onError: (text: string | undefined) => void
  round?: boolean
  busy?: boolean
  disabled?: boolean
  title?: string | undefined
  /** Shown before the buttons: the current picture. */
  children?: ReactNode
} & (
  | {
      /** Receives a square of at most 256 KiB, or an animated picture unchanged. */
      onFile: (file: File) => void
      onSquare?: never
    }
  | {
      onFile?: never
      /** Receives the picture and the square of it. An animated one is cropped like others, and loses its animation. */
      onSquare: (image: HTMLImageElement, square: Square) => Promise<void>
    }
)

/** Chooses a small square picture for a project, person, team or collection. Too large ones are cropped and
 * compressed here. */
export function ImagePick({ upload, remove, onRemove, onFile, onSquare, onError, round, busy, disabled, title, children }: ImagePickProps) {
  const [file, setFile] = useState<File>()
  const choose = (chosen: File) => {
    if (!TYPES.includes(chosen.type)) return onError(t.wrongType)
    if (chosen.size > MAX_SOURCE_BYTES) return onError(t.tooLarge)
    const animated = chosen.type === 'image/gif' ? onFile : undefined
    if (animated && chosen.size > iconBytes) return onError(t.gifTooLarge)
    onError(undefined)
    if (animated) animated(chosen)
    else setFile(chosen)
  }
  return (
    <>
      <FileDrop
        label={upload}
        className={() => css.root}
        accept={TYPES}
        disabled={disabled || busy}
        onFiles={([chosen]) => {
          if (chosen) choose(chosen)
        }}
      >
        {(_over, pick) => (
          <>
            {children}
            <Button loading={busy ?? false} disabled={disabled} title={title} onClick={pick}>
              <Upload className={ui.icon} aria-hidden />
              {upload}
            </Button>
            {onRemove ? (
              <Button kind="quiet" disabled={disabled || busy} title={title} onClick={onRemove}>
                <Trash2 className={ui.icon} aria-hidden />
                {remove}
              </Button>
            ) : null}
          </>
        )}
      </FileDrop>
      {file ? (
        <Suspense>
          <ImageCrop
            file={file}
            round={round ?? false}
            onClose={() => setFile(undefined)}
            onDone={(cut) => {
              setFile(undefined)
              onFile?.(cut)
            }}
            onSquare={
              onSquare &&
              (async (image, square) => {
                await onSquare(image, square)
                setFile(undefined)
              })
            }
          />
        </Suspense>
      ) : null}
    </>
  )
}
