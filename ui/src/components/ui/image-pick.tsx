import { Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { MAX_ICON_BYTES } from '@/lib/encode-icon'
import { cropText as t } from '@/lib/i18n/zh-Hans/crop'
import { Button } from './button'
import ui from './ui.module.css'

const ImageCrop = lazy(() => import('./image-crop').then((all) => ({ default: all.ImageCrop })))

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const MAX_SOURCE_BYTES = 20 * 1024 * 1024

type ImagePickProps = {
  upload: string
  remove?: string | undefined
  /** Given where there is something to take away. */
  onRemove?: (() => void) | undefined
  /** Gets a square of at most 256 KiB, or an animated picture as it is. */
  onFile: (file: File) => void
  onError: (text: string | undefined) => void
  round?: boolean
  busy?: boolean
  disabled?: boolean
  title?: string | undefined
  /** Stands before the buttons: the picture as it is now. */
  children?: ReactNode
}

/** Chooses a small square picture: project, person, team, collection. Too large ones are cut and packed here. */
export function ImagePick({ upload, remove, onRemove, onFile, onError, round, busy, disabled, title, children }: ImagePickProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const choose = (chosen: File) => {
    if (!TYPES.includes(chosen.type)) return onError(t.wrongType)
    if (chosen.size > MAX_SOURCE_BYTES) return onError(t.tooLarge)
    if (chosen.type === 'image/gif' && chosen.size > MAX_ICON_BYTES) return onError(t.gifTooLarge)
    onError(undefined)
    if (chosen.type === 'image/gif') onFile(chosen)
    else setFile(chosen)
  }
  return (
    <>
      {children}
      <Button loading={busy ?? false} disabled={disabled} title={title} onClick={() => input.current?.click()}>
        <Upload className={ui.icon} aria-hidden />
        {upload}
      </Button>
      {onRemove ? (
        <Button kind="quiet" disabled={disabled || busy} title={title} onClick={onRemove}>
          <Trash2 className={ui.icon} aria-hidden />
          {remove}
        </Button>
      ) : null}
      <input
        ref={input}
        className={ui.visuallyHidden}
        type="file"
        tabIndex={-1}
        accept={TYPES.join(',')}
        aria-label={upload}
        disabled={disabled}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) choose(chosen)
          event.target.value = ''
        }}
      />
      {file ? (
        <Suspense>
          <ImageCrop
            file={file}
            round={round ?? false}
            onClose={() => setFile(undefined)}
            onDone={(cut) => {
              setFile(undefined)
              onFile(cut)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
