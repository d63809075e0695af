import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type SyntheticEvent } from 'react'
import '@/styles/prose.css'
import { cn } from '@/lib/cn'
import { proseText } from '@/lib/i18n/zh-Hans/prose'
import { isPromotion } from '@/lib/promotions'
import { usePrefs } from '@/stores/prefs'

type ProseProps = {
  /** HTML that the server has rendered and sanitised. */
  html: string
  className?: string
  /** Called with the clicked picture: its index among the pictures that are not links. */
  onPicture?: (pictures: readonly HTMLImageElement[], index: number) => void
  /** The accessible description of a click on a picture. */
  pictureLabel?: string
}

function insideLink(event: MouseEvent, anchor: HTMLAnchorElement): boolean {
  return (
    anchor.origin === location.origin &&
    !anchor.target &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !anchor.pathname.startsWith('/data/')
  )
}

/** Says in place of a picture that it is gone: deleted, or for others only. */
function failed({ target }: SyntheticEvent) {
  if (!(target instanceof HTMLImageElement) || target.classList.contains('prose-gone')) return
  target.alt = [proseText.gone, target.alt].filter(Boolean).join('：')
  target.classList.add('prose-gone')
}

/** Rendered Markdown. Links inside the site stay in the application, those to promotions are
 * hidden where the visitor wishes it, others follow the visitor's preference of tabs; a clicked picture is reported. */
export function Prose({ html, className, onPicture, pictureLabel }: ProseProps) {
  const router = useRouter()
  const root = useRef<HTMLDivElement>(null)
  const pictures = () => [...(root.current?.querySelectorAll('img') ?? [])].filter((image) => !image.closest('a'))
  const open = (image: HTMLImageElement) => {
    const all = pictures()
    onPicture?.(all, all.indexOf(image))
  }
  const pressable = onPicture !== undefined
  useEffect(() => {
    if (!pressable) return
    for (const image of pictures()) {
      image.tabIndex = 0
      image.setAttribute('role', 'button')
      image.setAttribute('aria-label', [pictureLabel, image.alt].filter(Boolean).join('：'))
    }
  }, [html, pressable, pictureLabel])
  const { externalLinksNewTab: newTab, hideAppPromos: unpromoted } = usePrefs()
  useEffect(() => {
    for (const anchor of root.current?.querySelectorAll('a') ?? []) {
      const outside = /^https?:$/.test(anchor.protocol) && anchor.origin !== location.origin
      if (outside && newTab) anchor.target = '_blank'
      else anchor.removeAttribute('target')
      anchor.hidden = unpromoted && !outside && isPromotion(anchor.pathname)
    }
  }, [html, newTab, unpromoted])
  const press = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target instanceof Element ? event.target : null
    const anchor = target?.closest('a')
    if (anchor?.hash && anchor.pathname === location.pathname) return
    if (anchor && insideLink(event, anchor)) {
      event.preventDefault()
      void router.navigate({ href: anchor.pathname + anchor.search + anchor.hash })
      return
    }
    if (!anchor && target instanceof HTMLImageElement) open(target)
  }
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || !pressable || !(event.target instanceof HTMLImageElement)) return
    event.preventDefault()
    open(event.target)
  }
  return (
    // The clicks come from links and pictures inside, which are focusable themselves.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div
      ref={root}
      className={cn('prose', onPicture && 'prose-pictures', className)}
      onClick={press}
      onKeyDown={key}
      onErrorCapture={failed}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
