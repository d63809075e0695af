import { ChevronLeft, ChevronRight, ExternalLink, Maximize2, Minimize2, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState, type KeyboardEvent } from 'react'
import { buttonClass, IconButton } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/focus-return'
import { cn } from '@/lib/cn'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { uiText } from '@/lib/i18n/zh-Hans/ui'

export type Picture = { url: string; original?: string | undefined; title?: string | null; description?: string | null }

const t = projectText.lightbox

type LightboxProps = { pictures: readonly Picture[]; index: number; onIndex: (index: number) => void; onClose: () => void }

/** Pictures one at a time over the page: arrows lead on, Escape leads back. */
export default function Lightbox({ pictures, index, onIndex, onClose }: LightboxProps) {
  const [full, setFull] = useState(false)
  const focus = useFocusReturn()
  const picture = pictures[index]
  if (!picture) return null
  const step = (by: number) => onIndex((index + by + pictures.length) % pictures.length)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
  }
  const several = pictures.length > 1
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="scrim scrim-dark" />
        <Radix.Content {...focus} className="lightbox" aria-describedby={undefined} onKeyDown={keys}>
          <Radix.Title className="sr">{t.label}</Radix.Title>
          <div className={cn('lightbox-view', full && 'is-full')}>
            <img src={full ? (picture.original ?? picture.url) : picture.url} alt={picture.title ?? picture.description ?? ''} />
          </div>
          <footer className="lightbox-bar">
            <div className="grow" aria-live="polite">
              {picture.title ? <b className="clip block">{picture.title}</b> : null}
              {picture.description ? <p className="t13 muted clip-2">{picture.description}</p> : null}
              {several ? <span className="t12 subtle num">{t.counter(index + 1, pictures.length)}</span> : null}
            </div>
            {several ? (
              <>
                <IconButton label={t.previous} onClick={() => step(-1)}>
                  <ChevronLeft className="i" aria-hidden />
                </IconButton>
                <IconButton label={t.next} onClick={() => step(1)}>
                  <ChevronRight className="i" aria-hidden />
                </IconButton>
              </>
            ) : null}
            <IconButton label={full ? t.fit : t.expand} onClick={() => setFull(!full)}>
              {full ? <Minimize2 className="i" aria-hidden /> : <Maximize2 className="i" aria-hidden />}
            </IconButton>
            <a className={buttonClass({}, 'btn-icon')} href={picture.original ?? picture.url} target="_blank" rel="noopener" aria-label={t.original} title={t.original}>
              <ExternalLink className="i" aria-hidden />
            </a>
            <Radix.Close className="btn btn-icon" aria-label={uiText.close} title={uiText.close}>
              <X className="i" aria-hidden />
            </Radix.Close>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
