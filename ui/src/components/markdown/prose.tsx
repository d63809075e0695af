import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import '@/styles/prose.css'
import { cn } from '@/lib/cn'

type ProseProps = {
  /** HTML the server rendered and cleaned. */
  html: string
  className?: string
  /** Called with the picture a reader pressed. */
  onPicture?: (source: string, alt: string) => void
}

function insideLink(event: MouseEvent, anchor: HTMLAnchorElement): boolean {
  return anchor.origin === location.origin && !anchor.target && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !anchor.pathname.startsWith('/data/')
}

/** Rendered Markdown. Links inside the site stay in the application; a pressed picture is reported. */
export function Prose({ html, className, onPicture }: ProseProps) {
  const router = useRouter()
  const press = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target instanceof Element ? event.target : null
    const anchor = target?.closest('a')
    if (anchor?.hash && anchor.pathname === location.pathname) return
    if (anchor && insideLink(event, anchor)) {
      event.preventDefault()
      void router.navigate({ href: anchor.pathname + anchor.search + anchor.hash })
      return
    }
    if (!anchor && target instanceof HTMLImageElement) onPicture?.(target.currentSrc || target.src, target.alt)
  }
  return (
    // The presses come from links and pictures within, which are reachable by themselves.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions
    <div className={cn('prose', onPicture && 'prose-pictures', className)} onClick={press} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
