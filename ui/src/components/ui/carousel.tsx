import { Pause, Play } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import { cn } from '@/lib/cn'
import { carouselText as t } from '@/lib/i18n/zh-Hans/carousel'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { IconButton } from './button'
import { Pic } from './pic'
import { useAutoAdvance } from './use-auto-advance'
import { useSwipe } from './use-swipe'
import ui from './ui.module.css'
import css from './carousel.module.css'

export type Slide = {
  project: string
  image: string
  title: string
  description: string
  slug: string
  icon: string | null
  color: number | null
}

type CarouselProps = {
  slides: readonly Slide[]
  label: string
  /** The first picture of the page is loaded with high priority. */
  eager?: boolean
  className?: string
}

/** The position of a slide relative to the one shown, in the shorter direction. */
function offsetOf(at: number, shown: number, count: number): number {
  const half = Math.floor(count / 2)
  return ((at - shown + count + half) % count) - half
}

/** A random slide; on the first page the one whose picture the server has preloaded. */
function first(slides: readonly Slide[]): number {
  const fetched = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="image"]')?.href
  const ahead = fetched === undefined ? -1 : slides.findIndex((slide) => new URL(slide.image, location.href).href === fetched)
  return ahead >= 0 ? ahead : Math.floor(Math.random() * slides.length)
}

/** Rotating pictures, starting anywhere. The slide, or the dot of the current one, opens its page in a new tab. */
export function Carousel({ slides, label, eager, className }: CarouselProps) {
  const count = slides.length
  const [shown, setShown] = useState(() => first(slides))
  const [before, setBefore] = useState(shown)
  const index = Math.min(shown, count - 1)
  const go = (to: number) => {
    setBefore(index)
    setShown((to + count) % count)
  }
  const auto = useAutoAdvance(count > 1, () => go(index + 1))
  const swipe = useSwipe({ enabled: count > 1, onPrevious: () => go(index - 1), onNext: () => go(index + 1) })
  const slide = slides[index]
  if (!slide) return null
  return (
    <section className={cn(css.root, ui.card, className)} aria-roledescription={t.carousel} aria-label={label} {...auto.handlers}>
      <div className={cn(css.view, swipe.dragging && css.dragged)} {...swipe.handlers}>
        {slides.map((one, at) => {
          const offset = offsetOf(at, index, count)
          // Pictures further away are loaded when they come near.
          const near = Math.abs(offset) <= 1
          return (
            <a
              key={one.slug}
              className={cn(css.slide, (at === index || at === before) && css.moving)}
              style={{ '--at': offset, '--drag': `${swipe.dx}px` } as CSSProperties}
              href={`/${one.slug}`}
              target="_blank"
              rel="noopener"
              draggable={false}
              hidden={!near}
              aria-hidden={at === index ? undefined : true}
              tabIndex={at === index ? undefined : -1}
              aria-label={uiText.opensInNewTab(one.title)}
            >
              <img
                src={one.image}
                alt=""
                width={544}
                height={279}
                draggable={false}
                decoding="async"
                loading={at === index && eager ? 'eager' : 'lazy'}
                fetchPriority={at === index && eager ? 'high' : 'low'}
              />
            </a>
          )
        })}
      </div>
      <div className={css.caption}>
        <Pic key={slide.slug} src={slide.icon} project={slide.project} name={slide.title} color={slide.color} size={40} eager />
        <div className={ui.grow} aria-live={auto.running ? 'off' : 'polite'}>
          <h2 className={ui.clip}>
            <a href={`/${slide.slug}`} target="_blank" rel="noopener">
              {slide.title}
            </a>
          </h2>
          <p className={ui.clip}>{slide.description}</p>
        </div>
        {count > 1 ? (
          <div className={css.dots} role="group" aria-label={t.slides}>
            {slides.map((one, at) =>
              at === index ? (
                <a
                  key={one.slug}
                  className={css.on}
                  href={`/${one.slug}`}
                  target="_blank"
                  rel="noopener"
                  aria-current="true"
                  aria-label={uiText.opensInNewTab(t.slide(at + 1, count, one.title))}
                />
              ) : (
                <button key={one.slug} type="button" onClick={() => go(at)} aria-label={t.slide(at + 1, count, one.title)} />
              ),
            )}
            <IconButton kind="quiet" size="xs" className={css.turn} label={auto.stopped ? t.play : t.pause} onClick={auto.toggle}>
              {auto.stopped ? <Play className={ui.icon14} aria-hidden /> : <Pause className={ui.icon14} aria-hidden />}
            </IconButton>
          </div>
        ) : null}
      </div>
    </section>
  )
}
