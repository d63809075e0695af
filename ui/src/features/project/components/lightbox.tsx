import { ChevronLeft, ChevronRight, ExternalLink, ImageOff, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { buttonClass, IconButton } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/focus-return'
import { useSwipe } from '@/components/ui/use-swipe'
import { cn } from '@/lib/cn'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { MAX_ZOOM, useZoom } from '../use-zoom'
import buttonCss from '@/components/ui/button.module.css'
import dialogCss from '@/components/ui/dialog.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './lightbox.module.css'

export type Picture = { url: string; original?: string | undefined; title?: string | null; description?: string | null }

const t = projectText.lightbox

type LightboxProps = { pictures: readonly Picture[]; index: number; onIndex: (index: number) => void; onClose: () => void }

/** Pictures one at a time over the page: arrows or a swipe lead on, Escape leads back. */
export default function Lightbox({ pictures, index, onIndex, onClose }: LightboxProps) {
  const picture = pictures[index]
  const count = pictures.length
  const step = (by: number) => onIndex((index + by + count) % count)
  useEffect(() => {
    // The neighbours are fetched while one looks.
    for (const by of [1, -1]) {
      const next = pictures[(index + by + count) % count]
      if (next && count > 1) new Image().src = next.url
    }
  }, [pictures, index, count])
  if (!picture) return null
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className={cn(dialogCss.scrim, css.scrim)} />
        <View pictures={pictures} picture={picture} index={index} onStep={step} onIndex={onIndex} />
      </Radix.Portal>
    </Radix.Root>
  )
}

type ViewProps = {
  pictures: readonly Picture[]
  picture: Picture
  index: number
  onStep: (by: number) => void
  onIndex: (index: number) => void
}

function View({ pictures, picture, index, onStep, onIndex }: ViewProps) {
  const count = pictures.length
  const focus = useFocusReturn()
  const [broken, setBroken] = useState<string>()
  const zoom = useZoom(picture.url)
  const several = count > 1
  const enlarged = zoom.zoom > 1
  const swipe = useSwipe({ enabled: several && !enlarged, onPrevious: () => onStep(-1), onNext: () => onStep(1) })
  const original = picture.original ?? picture.url
  const actions: Record<string, () => void> = {
    ArrowLeft: () => onStep(-1),
    ArrowRight: () => onStep(1),
    Home: () => onIndex(0),
    End: () => onIndex(count - 1),
    '+': zoom.in,
    '=': zoom.in,
    '-': zoom.out,
    '0': zoom.reset,
  }
  const keys = (event: KeyboardEvent) => {
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  return (
    <Radix.Content {...focus} className={css.root} aria-describedby={undefined} onKeyDown={keys}>
      <Radix.Title className={ui.visuallyHidden}>{t.label}</Radix.Title>
      <div className={cn(css.view, enlarged && css.full)} {...swipe.handlers} onWheel={zoom.onWheel} onDoubleClick={zoom.toggle}>
        {broken === picture.url ? (
          <p className={css.none}>
            <ImageOff className={ui.icon24} aria-hidden />
            {t.failed}
          </p>
        ) : (
          <img
            key={picture.url}
            src={enlarged ? original : picture.url}
            alt={picture.title ?? picture.description ?? ''}
            draggable={false}
            style={{ ...zoom.style, ...(swipe.dx ? { translate: `${swipe.dx}px` } : {}) }}
            onLoad={enlarged ? undefined : zoom.measure}
            onError={() => setBroken(picture.url)}
          />
        )}
      </div>
      {several ? <Thumbs pictures={pictures} index={index} onIndex={onIndex} /> : null}
      <div className={css.bar}>
        <div className={css.text} aria-live="polite">
          {several ? <span className={cn(ui.small, ui.tabular)}>{t.counter(index + 1, count)}</span> : null}
          {picture.title ? <b className={cn(ui.clip, ui.block)}>{picture.title}</b> : null}
          {picture.description ? <p className={cn(ui.text13, ui.muted, ui.clip2)}>{picture.description}</p> : null}
        </div>
        <div className={css.actions}>
          {several ? (
            <>
              <IconButton label={t.previous} onClick={() => onStep(-1)}>
                <ChevronLeft className={ui.icon} aria-hidden />
              </IconButton>
              <IconButton label={t.next} onClick={() => onStep(1)}>
                <ChevronRight className={ui.icon} aria-hidden />
              </IconButton>
            </>
          ) : null}
          <IconButton label={t.smaller} disabled={!enlarged} onClick={zoom.out}>
            <ZoomOut className={ui.icon} aria-hidden />
          </IconButton>
          <IconButton label={t.larger} disabled={broken === picture.url || zoom.zoom >= MAX_ZOOM} onClick={zoom.in}>
            <ZoomIn className={ui.icon} aria-hidden />
          </IconButton>
          <a
            className={buttonClass({}, buttonCss.icon)}
            href={original}
            target="_blank"
            rel="noopener"
            aria-label={t.original}
            title={t.original}
          >
            <ExternalLink className={ui.icon} aria-hidden />
          </a>
          <Radix.Close className={cn(buttonCss.root, buttonCss.icon)} aria-label={uiText.close} title={uiText.close}>
            <X className={ui.icon} aria-hidden />
          </Radix.Close>
        </div>
      </div>
    </Radix.Content>
  )
}

type ThumbsProps = { pictures: readonly Picture[]; index: number; onIndex: (index: number) => void }

/** All pictures, small: the one that is shown stays in sight. Arrow keys lead through them, so that they are one stop of the Tab key. */
function Thumbs({ pictures, index, onIndex }: ThumbsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Not scrollIntoView: that moves the page below as well.
    const strip = list.current
    const shown = strip?.children[index] as HTMLElement | undefined
    if (strip && shown) strip.scrollLeft = shown.offsetLeft - (strip.clientWidth - shown.clientWidth) / 2
  }, [index])
  return (
    <div ref={list} className={css.thumbs} role="group" aria-label={t.all}>
      {pictures.map((one, place) => (
        <button
          key={one.url}
          type="button"
          className={cn(place === index && css.on)}
          aria-label={t.show(one.title || t.counter(place + 1, pictures.length))}
          aria-current={place === index}
          tabIndex={place === index ? 0 : -1}
          onClick={() => onIndex(place)}
        >
          <img src={one.url} alt="" width={80} height={45} loading="lazy" decoding="async" draggable={false} />
        </button>
      ))}
    </div>
  )
}
