import { LocateFixed, ZoomIn, ZoomOut } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import Cropper from 'react-easy-crop'
import { cn } from '@/lib/cn'
import { encodeIcon, type Square } from '@/lib/encode-icon'
import { cropText as t } from '@/lib/i18n/zh-Hans/crop'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useFileUrl } from '@/lib/use-file-url'
import { Button, IconButton } from './button'
import { farther, FIRST, inside, leastZoom, MAX_ZOOM, nearer, zoomed, zoomOfKey } from './crop-view'
import { Dialog } from './dialog'
import { Note } from './feedback'
import ui from './ui.module.css'
import css from './image-crop.module.css'
import 'react-easy-crop/react-easy-crop.css'

/** By how many pixels an arrow key moves the picture; with shift it is a fifth. */
const KEY_STEP = 5

type ImageCropProps = {
  /** A still picture; an animated one would lose its animation (see ImagePick). */
  file: File
  /** Shows a circle, as avatars are shown. The result is still square. */
  round: boolean
  onClose: () => void
  /** Receives the square, at most 256 KiB; called where there is no `onSquare`. */
  onDone: (file: File) => void
  /** Receives the picture itself and the square of it, and draws what it needs. */
  onSquare?: ((image: HTMLImageElement, square: Square) => Promise<void>) | undefined
}

/** Crops a square from a picture, by pointer, wheel or keyboard. */
export function ImageCrop({ file, round, onClose, onDone, onSquare }: ImageCropProps) {
  const url = useFileUrl(file)
  const [{ crop, zoom }, setView] = useState(FIRST)
  const [said, setSaid] = useState('')
  const [minZoom, setMinZoom] = useState(1)
  const [media, setMedia] = useState({ width: 0, height: 0 })
  const [square, setSquare] = useState<Square>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const zoomTo = (wanted: number) => setView((now) => zoomed(now, wanted, minZoom))
  const press = ({ key }: KeyboardEvent) => {
    const wanted = zoomOfKey(key, zoom)
    if (wanted !== undefined) zoomTo(wanted)
  }
  const use = async () => {
    if (!url || !square) return
    setBusy(true)
    try {
      const image = new Image()
      image.src = url
      await image.decode()
      if (onSquare) await onSquare(image, square)
      else onDone(await encodeIcon(image, square))
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
            keyboardStep={KEY_STEP}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'application', 'aria-label': t.stage }}
            mediaProps={{ alt: '', onError: () => setError(t.unreadable) }}
            onMediaLoaded={({ naturalWidth: w, naturalHeight: h, width, height }) => {
              setMinZoom(leastZoom(w, h))
              setMedia({ width, height })
            }}
            onCropChange={(next) => setView((now) => ({ ...now, crop: now.zoom < 1 ? inside(next, now.zoom, media) : next }))}
            onZoomChange={zoomTo}
            // The end of a movement is not reported where the view was set, such as to the middle.
            onCropAreaChange={(_shares, pixels) => setSquare(pixels)}
            onCropComplete={({ x, y }) => setSaid(t.at(x, y))}
          />
        ) : null}
      </div>
      <div className={css.bar}>
        <IconButton label={t.zoomOut} kind="quiet" size="sm" onClick={() => zoomTo(farther(zoom))}>
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
          aria-valuetext={t.times(zoom)}
          onChange={(event) => zoomTo(Math.exp(Number(event.target.value)))}
        />
        <IconButton label={t.zoomIn} kind="quiet" size="sm" onClick={() => zoomTo(nearer(zoom))}>
          <ZoomIn className={ui.icon} aria-hidden />
        </IconButton>
        <IconButton label={t.reset} kind="quiet" size="sm" onClick={() => setView(FIRST)}>
          <LocateFixed className={ui.icon} aria-hidden />
        </IconButton>
      </div>
      <p className={ui.small}>{t.help}</p>
      <p className={ui.visuallyHidden} role="status">
        {said}
      </p>
    </Dialog>
  )
}
