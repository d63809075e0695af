import { LocateFixed, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { atZoomLevel, firstCrop, zoomCrop, zoomLevel, type Crop } from '@/lib/crop'
import { encodeIcon } from '@/lib/encode-icon'
import { cropText as t } from '@/lib/i18n/zh-Hans/crop'
import { Button, IconButton } from './button'
import { CropStage } from './crop-stage'
import { Dialog } from './dialog'
import { Note } from './feedback'
import ui from './ui.module.css'
import css from './image-crop.module.css'

type ImageCropProps = {
  /** A still picture; an animated one would lose its motion (see ImagePick). */
  file: File
  title?: string
  /** Shows a circle, as people's pictures are shown. The result is square all the same. */
  round?: boolean
  onClose: () => void
  /** Gets the square, at most 256 KiB. */
  onDone: (file: File) => void
}

/** Cuts a square from a picture, by pointer, wheel or keyboard. */
export function ImageCrop({ file, title, round, onClose, onDone }: ImageCropProps) {
  const { image, failed } = useImage(file)
  const [chosen, setCrop] = useState<Crop>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const size = image ? { width: image.naturalWidth, height: image.naturalHeight } : undefined
  const crop = size ? (chosen ?? firstCrop(size)) : undefined
  const use = async () => {
    if (!image || !crop) return
    setBusy(true)
    try {
      onDone(await encodeIcon(image, crop))
    } catch {
      setError(t.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title ?? t.title}
      className={css.root}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" disabled={!crop} loading={busy} onClick={() => void use()}>
            {t.use}
          </Button>
        </>
      }
    >
      {failed || error ? <Note tone="bad">{error ?? t.unreadable}</Note> : null}
      {image && size && crop ? (
        <>
          <CropStage image={image} size={size} crop={crop} round={round ?? false} onCrop={setCrop} />
          <div className={css.bar}>
            <IconButton label={t.zoomOut} kind="quiet" size="sm" onClick={() => setCrop(zoomCrop(crop, size, 1 / 1.25))}>
              <ZoomOut className={ui.icon} aria-hidden />
            </IconButton>
            <input
              type="range"
              className={css.range}
              aria-label={t.zoom}
              min={0}
              max={1}
              step={0.01}
              value={zoomLevel(crop, size)}
              onChange={(event) => setCrop(atZoomLevel(crop, size, Number(event.target.value)))}
            />
            <IconButton label={t.zoomIn} kind="quiet" size="sm" onClick={() => setCrop(zoomCrop(crop, size, 1.25))}>
              <ZoomIn className={ui.icon} aria-hidden />
            </IconButton>
            <IconButton label={t.reset} kind="quiet" size="sm" onClick={() => setCrop(firstCrop(size))}>
              <LocateFixed className={ui.icon} aria-hidden />
            </IconButton>
          </div>
          <p className={ui.small}>{t.help}</p>
        </>
      ) : failed ? null : (
        <div className={css.stage} aria-busy>
          <span className={ui.visuallyHidden} role="status">
            {t.loading}
          </span>
        </div>
      )}
    </Dialog>
  )
}

/** The picture of a file, once it can be drawn. */
function useImage(file: File): { image?: HTMLImageElement; failed: boolean } {
  const [state, setState] = useState<{ file: File; image?: HTMLImageElement; failed: boolean }>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    let gone = false
    image.onload = () => {
      if (!gone) setState({ file, image, failed: image.naturalWidth === 0 })
    }
    image.onerror = () => {
      if (!gone) setState({ file, failed: true })
    }
    image.src = url
    return () => {
      gone = true
      URL.revokeObjectURL(url)
    }
  }, [file])
  return state?.file === file ? state : { failed: false }
}
