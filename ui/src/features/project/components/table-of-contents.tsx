import { useEffect, useState } from 'react'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import type { Heading } from '../model/body'
import css from './table-of-contents.module.css'

const HEADER_AND_TABS = '-110px 0px -70% 0px'

/** Links to the headings of the text; the one being read is marked. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  const [current, setCurrent] = useState(headings[0]?.id)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting)
        if (seen) setCurrent(seen.target.id)
      },
      { rootMargin: HEADER_AND_TABS },
    )
    for (const heading of headings) {
      const element = document.getElementById(heading.id)
      if (element) watcher.observe(element)
    }
    return () => watcher.disconnect()
  }, [headings])
  return (
    <nav className={css.root} aria-label={t.toc}>
      <h2>{t.toc}</h2>
      {headings.map((heading) => (
        <a
          key={heading.id}
          href={`#${heading.id}`}
          className={heading.id === current ? css.on : undefined}
          aria-current={heading.id === current || undefined}
        >
          {heading.text}
        </a>
      ))}
    </nav>
  )
}
