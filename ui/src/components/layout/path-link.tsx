import { useRouter } from '@tanstack/react-router'
import { flagOn } from '@/stores/flags'
import type { AnchorHTMLAttributes, MouseEvent, Ref, TouchEvent } from 'react'

type PathLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this site, with its query. */
  href: string
  /** Keeps the place on the page. */
  keepScroll?: boolean
  replace?: boolean
  /** Whether the page it leads to is fetched as soon as somebody seems to go there; the default is yes. */
  prepares?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A real link to a path that is only known as a text; an ordinary press stays inside the application. */
export function PathLink({
  href,
  keepScroll,
  replace,
  prepares = true,
  onClick,
  onMouseEnter,
  onTouchStart,
  children,
  ...rest
}: PathLinkProps) {
  const router = useRouter()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target)
      return
    event.preventDefault()
    void router.navigate({ href, replace: replace ?? false, resetScroll: !keepScroll })
  }
  const prepare = () => {
    if (!prepares || !flagOn('hoverPreload')) return
    const { pathname, search } = new URL(href, location.origin)
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) }).catch(() => undefined)
  }
  const enter = (event: MouseEvent<HTMLAnchorElement>) => {
    onMouseEnter?.(event)
    prepare()
  }
  const touch = (event: TouchEvent<HTMLAnchorElement>) => {
    onTouchStart?.(event)
    prepare()
  }
  return (
    <a href={href} onClick={press} onMouseEnter={enter} onTouchStart={touch} {...rest}>
      {children}
    </a>
  )
}
