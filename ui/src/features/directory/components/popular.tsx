import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { popularSearches } from '@/lib/popular-searches'
import ui from '@/components/ui/ui.module.css'
import css from './directory.module.css'

/** For a text without results: what many others search for. Nothing where that is not known. */
export default function Popular() {
  const terms = useQuery(popularSearches()).data?.terms ?? []
  if (terms.length === 0) return null
  return (
    <nav className={css.elsewhere} aria-label={t.popular}>
      <p className={ui.subtle}>{t.popular}</p>
      <div className={css.links}>
        {terms.map((text) => (
          <PathLink key={text} to="/$listing" params={{ listing: 'search' }} search={{ q: text }} className={buttonClass({ size: 'sm' })}>
            {text}
          </PathLink>
        ))}
      </div>
    </nav>
  )
}
