import { useRef } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'
import { PathLink } from '@/components/layout/path-link'
import { brandName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import { shellText as t } from '@/lib/i18n/zh-Hans/shell'
import { useDeveloperMode } from '@/stores/flags'
import ui from '@/components/ui/ui.module.css'
import css from './app-footer.module.css'

const CLICKS_FOR_DEVELOPER = 5

const places = [
  { href: '/legal2/terms', label: t.terms },
  { href: '/legal2/privacy', label: t.privacy },
  { href: '/legal2/rules', label: t.rules },
  { href: '/legal2/copyright', label: t.copyright },
  { href: '/legal2/security', label: t.security },
] as const

/** The operator's and the disclaimer's texts, and links to the legal texts. */
export default function AppFooter() {
  const clicks = useRef(0)
  const developer = useDeveloperMode()
  const press = () => {
    clicks.current += 1
    if (clicks.current % CLICKS_FOR_DEVELOPER === 0) developer.toggle()
  }
  return (
    <footer className={css.root}>
      <div className={cn(ui.wrap, css.inner)}>
        <p>
          {/* A hidden door for developers, deliberately without a role: visitors have nothing to do here. */}
          <button type="button" tabIndex={-1} aria-hidden="true" className={css.mark} onClick={press}>
            <BrandMark />
          </button>
          {t.unofficial(brandName())}
        </p>
        <nav aria-label={t.footer}>
          {places.map(({ href, label }) => (
            <PathLink key={href} href={href}>
              {label}
            </PathLink>
          ))}
          <a href="/docs">{t.apiDocs}</a>
          {developer.on ? <PathLink href="/flags">{t.flags}</PathLink> : null}
        </nav>
      </div>
    </footer>
  )
}
