import { useEffect } from 'react'

function meta(name: string): HTMLMetaElement {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (found) return found
  const made = document.createElement('meta')
  made.name = name
  document.head.append(made)
  return made
}

const served = location.pathname

/** What the server said of the page it sent: the addresses follow to another page, its feed and facts do not. */
function follow(): void {
  if (location.pathname === served) return
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel="canonical"], link[hreflang]'))
    link.href = location.origin + location.pathname
  for (const gone of document.head.querySelectorAll('link[type="application/atom+xml"], script[type="application/ld+json"]')) gone.remove()
}

/** Sets the page's title and, in place, its description and robots tags. Undefined waits for data. */
export function usePageHead(title: string | undefined, head: { description?: string; index?: boolean } = {}): void {
  const { description, index = true } = head
  useEffect(() => {
    if (title === undefined) return
    document.title = title
    follow()
    if (description !== undefined) meta('description').content = description
    if (!index) meta('robots').content = 'noindex'
    // What the server says of the page that it sent stays: it knows of stages and of filtered lists.
    else if (location.pathname !== served) document.head.querySelector('meta[name="robots"]')?.remove()
  }, [title, description, index])
}
