import { useRef } from 'react'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useDeveloperMode } from '@/stores/flags'
import { BrandMark } from './brand-mark'

const CLICKS_FOR_DEVELOPER = 5

export function AppFooter() {
  const clicks = useRef(0)
  const toggle = useDeveloperMode((state) => state.toggle)
  const press = () => {
    clicks.current += 1
    if (clicks.current % CLICKS_FOR_DEVELOPER === 0) toggle()
  }
  return (
    <footer className="foot">
      <div className="wrap foot-in">
        <p>
          {/* A hidden door for developers, deliberately without a role: visitors have nothing to do here. */}
          <button type="button" tabIndex={-1} aria-hidden="true" className="foot-mark" onClick={press}>
            <BrandMark />
          </button>
          {t.unofficial}
        </p>
        <nav aria-label={t.footer}>
          <a href="/docs">{t.apiDocs}</a>
          <a href="/openapi.json">OpenAPI</a>
        </nav>
      </div>
    </footer>
  )
}
