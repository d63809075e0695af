import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { siteTitle, titleOfType, type Head, type Headed } from '@/lib/head'
import { projectParts } from '@/lib/parts.gen'
import { privateTitles } from '@/lib/titles.gen'

function meta(name: string): HTMLMetaElement {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (found) return found
  const made = document.createElement('meta')
  made.name = name
  document.head.append(made)
  return made
}

const served = location.pathname

/** What programs that share the page read of it. */
function property(name: string, content: string | undefined): void {
  if (content !== undefined) document.head.querySelector(`meta[property="${name}"]`)?.setAttribute('content', content)
}

/** Writes the head of a page to the document. */
export function applyHead({ title, description, noindex }: Head): void {
  document.title = title
  if (description !== undefined) meta('description').content = description
  if (noindex) meta('robots').content = 'noindex'
  // What the server says of the page that it sent stays: it knows of stages and of filtered lists.
  if (location.pathname === served) return
  if (!noindex) document.head.querySelector('meta[name="robots"]')?.remove()
  // The addresses follow to another page, the feed and the facts of the page that was sent do not.
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel="canonical"], link[hreflang]'))
    link.href = location.origin + location.pathname
  property('og:title', title)
  property('og:description', description)
  property('og:url', location.origin + location.pathname)
  for (const gone of document.head.querySelectorAll('link[type="application/atom+xml"], script[type="application/ld+json"]')) gone.remove()
}

/** The head of a private page without one of its own. */
function privateHead(path: string): Head | undefined {
  const title = privateTitles[path] ?? privateTitles[path.slice(0, path.lastIndexOf('/') + 1)]
  return title ? { title: siteTitle(title), noindex: true } : undefined
}

/** A project's page below its address is named before the project; a page of a version has a head of its own. */
export function withPart(head: Head, path: string): Head {
  const part = path
    .split('/')
    .slice(3)
    .join('/')
    .replace(/^version\/[^/]*?(-new)?(?=\/|$)/, 'version/*$1')
    .replace(/^(wikis\/(?:history|review))\/.+/, '$1/*')
  return { ...head, title: titleOfType(projectParts[part], head.title) }
}

/** Head of the innermost route that has one. A page that failed has none: it writes its own. */
function headOf({ state: { matches } }: AnyRouter): Head | undefined {
  if (matches.some(({ status }) => status === 'error' || status === 'notFound')) return undefined
  // The page that was sent has its head, which that of a parent must not replace while the page itself is still loaded.
  if (location.pathname === served && matches.some(({ status }) => status === 'pending')) return undefined
  const headed = matches.findLast(({ loaderData }) => (loaderData as Partial<Headed> | undefined)?.head)
  const head = (headed?.loaderData as Headed | undefined)?.head
  const path = matches.at(-1)?.pathname.replace(/\/$/, '') ?? ''
  const own = typeof head === 'function' ? head() : head
  const facts = (own && headed?.routeId === '/$type/$id' ? withPart(own, path) : own) ?? privateHead(path)
  return facts && { ...facts, noindex: facts.noindex || matches.some(({ staticData }) => staticData.noindex) }
}

/** Keeps the document's head as the route on the screen says, and as the cache changes it. */
export function followHead(router: AnyRouter, client: QueryClient): void {
  let written = ''
  const write = () => {
    const head = headOf(router)
    // The pages of one project share a title; the addresses in the head follow the path.
    const key = JSON.stringify([head, location.pathname])
    if (!head || key === written) return
    written = key
    applyHead(head)
  }
  write()
  router.subscribe('onRendered', () => {
    written = ''
    write()
  })
  client.getQueryCache().subscribe(write)
}
