import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { flagOn } from '@/stores/flags'

export type LinkBehaviour = {
  /** Keeps the place on the page. */
  keepScroll?: boolean
  replace?: boolean
  /** Whether the page it leads to is fetched as soon as somebody seems to go there; the default is yes. */
  prepares?: boolean
}

/** The attributes of a link; what prepares its page is not for others to set. */
export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onMouseEnter' | 'onTouchStart'>

type AddressLinkProps = LinkAttributes & LinkBehaviour & { href: string; ref?: Ref<HTMLAnchorElement> }

/**
 * A link to a path of this site that somebody else wrote as a text: the server, or the address to go back to. Where the
 * page is known, use PathLink. An ordinary press stays inside the application.
 */
export function AddressLink({ href, keepScroll, replace, prepares = true, onClick, children, ...rest }: AddressLinkProps) {
  const router = useRouter()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target)
      return
    event.preventDefault()
    void router.navigate({ href, replace: !!replace, resetScroll: !keepScroll })
  }
  const prepare = () => {
    if (!prepares || !flagOn('hoverPreload')) return
    const { pathname, search } = new URL(href, location.origin)
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) }).catch(() => undefined)
  }
  return (
    <a href={href} onClick={press} onMouseEnter={prepare} onTouchStart={prepare} {...rest}>
      {children}
    </a>
  )
}
