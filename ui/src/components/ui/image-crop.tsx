import { LocateFixed, ZoomIn, ZoomOut } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import Cropper from 'react-easy-crop'
import { cn } from '@/lib/cn'
import { encodeIcon, type Square } from '@/lib/encode-icon'
import { cropText as t } from '@/lib/i18n/zh-Hans/crop'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useFileUrl } from '@/lib/use-file-url'
import { Button, IconButton } from './button'
import { Dialog } from './dialog'
import { Note } from './feedback'
import ui from './ui.module.css'
import css from './image-crop.module.css'
import 'react-easy-crop/react-easy-crop.css'

const MAX_ZOOM = 12
const STEP = 1.25
const FIRST = { crop: { x: 0, y: 0 }, zoom: 1 }

type ImageCropProps = {
  /** A still picture; an animated one would lose its animation (see ImagePick). */
  file: File
  /** Shows a circle, as avatars are shown. The result is still square. */
  round: boolean
  onClose: () => void
  /** Receives the square, at most 256 KiB. */
  onDone: (file: File) => void
}

/** Crops a square from a picture, by pointer, wheel or keyboard. */
export function ImageCrop({ file, round, onClose, onDone }: ImageCropProps) {
  const url = useFileUrl(file)
  const [{ crop, zoom }, setView] = useState(FIRST)
  const [minZoom, setMinZoom] = useState(1)
  const [square, setSquare] = useState<Square>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // A picture smaller than the square is centred.
  const zoomTo = (wanted: number) => {
    const next = Math.min(MAX_ZOOM, Math.max(minZoom, wanted))
    setView((now) => ({ crop: next < 1 ? FIRST.crop : now.crop, zoom: next }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomTo(zoom * STEP)
    else if (event.key === '-' || event.key === '_') zoomTo(zoom / STEP)
  }
  const use = async () => {
    if (!url || !square) return
    setBusy(true)
    try {
      const image = new Image()
      image.src = url
      await image.decode()
      onDone(await encodeIcon(image, square))
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
      title={t.title}
      className={css.root}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" disabled={!square} loading={busy} onClick={() => void use()}>
            {t.use}
          </Button>
        </>
      }
    >
      {error ? <Note tone="bad">{error}</Note> : null}
      {/* The keys belong to the crop area inside. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-static-element-interactions */}
      <div className={cn(css.stage, round && css.round)} aria-busy={!square && !error} onKeyDown={press}>
        {url ? (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={minZoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            objectFit="cover"
            showGrid={false}
            restrictPosition={zoom >= 1}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'application', 'aria-label': t.stage }}
            mediaProps={{ alt: '', onError: () => setError(t.unreadable) }}
            onMediaLoaded={({ naturalWidth: w, naturalHeight: h }) => setMinZoom(Math.min(w, h) / Math.max(w, h))}
            onCropChange={(next) => setView((now) => ({ ...now, crop: next }))}
            onZoomChange={zoomTo}
            onCropComplete={(_shares, pixels) => setSquare(pixels)}
          />
        ) : null}
      </div>
      <div className={css.bar}>
        <IconButton label={t.zoomOut} kind="quiet" size="sm" onClick={() => zoomTo(zoom / STEP)}>
          <ZoomOut className={ui.icon} aria-hidden />
        </IconButton>
        <input
          type="range"
          className={css.range}
          aria-label={t.zoom}
          min={Math.log(minZoom)}
          max={Math.log(MAX_ZOOM)}
          step={0.01}
          value={Math.log(zoom)}
          onChange={(event) => zoomTo(Math.exp(Number(event.target.value)))}
        />
        <IconButton label={t.zoomIn} kind="quiet" size="sm" onClick={() => zoomTo(zoom * STEP)}>
          <ZoomIn className={ui.icon} aria-hidden />
        </IconButton>
        <IconButton label={t.reset} kind="quiet" size="sm" onClick={() => setView(FIRST)}>
          <LocateFixed className={ui.icon} aria-hidden />
        </IconButton>
      </div>
      <p className={ui.small}>{t.help}</p>
    </Dialog>
  )
}
