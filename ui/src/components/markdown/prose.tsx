import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import '@/styles/prose.css'
import { cn } from '@/lib/cn'

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

/** Rendered Markdown. Links inside the site stay in the application; a clicked picture is reported. */
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
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
