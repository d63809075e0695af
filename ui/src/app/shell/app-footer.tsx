import { lazy, Suspense, useRef } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'
import { PathLink } from '@/components/layout/path-link'
import { SyncLamp } from '@/features/status/components/sync-lamp'
import { brandName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { directoryText } from '@/lib/i18n/zh-Hans/directory'
import { shellText as t } from '@/lib/i18n/zh-Hans/shell'
import { keyboardText } from '@/lib/i18n/zh-Hans/keyboard'
import { useDeveloperMode } from '@/stores/flags'
import { usePalette } from '@/stores/palette'
import { useSearchKeys } from './search-keys'
import ui from '@/components/ui/ui.module.css'
import css from './app-footer.module.css'

const Keyboard = lazy(() => import('../keyboard/keyboard'))

const CLICKS_FOR_DEVELOPER = 5

/** What the page says of the build: the time is an ISO time, and all are empty in development. */
const built = (name: 'version' | 'revision' | 'build-time') =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

const texts = ['terms', 'privacy', 'rules', 'copyright', 'security'] as const

/** The operator's and the disclaimer's texts, and links to the legal texts. */
export default function AppFooter() {
  const clicks = useRef(0)
  // The code of the footer comes after the first paint, which is when keys are pressed.
  useSearchKeys()
  const developer = useDeveloperMode()
  const time = developer.on ? built('build-time') : ''
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
        <PathLink to="/status" className={css.sync}>
          <SyncLamp />
        </PathLink>
        <nav aria-label={t.footer}>
          {(['users', 'organizations', 'collections'] as const).map((listing) => (
            <PathLink key={listing} to="/$listing" params={{ listing }}>
              {directoryText.places[listing]}
            </PathLink>
          ))}
          <PathLink to="/forums/$forum" params={{ forum: 'all' }}>
            {t.forum}
          </PathLink>
          {texts.map((page) => (
            <PathLink key={page} to="/legal2/$page" params={{ page }}>
              {t[page]}
            </PathLink>
          ))}
          <PathLink to="/transparency">{t.transparency}</PathLink>
          <a href="/docs">{t.apiDocs}</a>
          <button type="button" className={css.keys} aria-haspopup="dialog" onClick={() => usePalette.getState().open('keys')}>
            {keyboardText.keys}
          </button>
          {developer.on ? <PathLink to="/flags">{t.flags}</PathLink> : null}
          {developer.on && built('version') ? <span>{t.version(built('version'), built('revision'))}</span> : null}
          {time ? <time dateTime={time}>{t.built(formatDateTime(time))}</time> : null}
        </nav>
      </div>
      <Suspense>
        <Keyboard />
      </Suspense>
    </footer>
  )
}
