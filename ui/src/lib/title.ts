import { useEffect } from 'react'

function meta(name: string): HTMLMetaElement {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (found) return found
  const made = document.createElement('meta')
  made.name = name
  document.head.append(made)
  return made
}

/** Sets the page's title and, in place, its description and robots tags. Undefined waits for data. */
export function usePageHead(title: string | undefined, head: { description?: string; index?: boolean } = {}): void {
  const { description, index = true } = head
  useEffect(() => {
    if (title === undefined) return
    document.title = title
    if (description !== undefined) meta('description').content = description
    const robots = document.head.querySelector('meta[name="robots"]')
    if (!index) meta('robots').content = 'noindex'
    else robots?.remove()
  }, [title, description, index])
}
