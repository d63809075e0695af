import { lazy, Suspense, type ReactNode } from 'react'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useMedia } from '@/lib/use-media'
import { AppHeader } from './app-header'
import { Banners } from './banners'
import { RouteAnnouncer } from './route-announcer'
import { RouteProgress } from './route-progress'
import { Toaster } from './toaster'
import ui from '@/components/ui/ui.module.css'
import appFooterCss from './app-footer.module.css'
import mobileDockCss from './mobile-dock.module.css'
import css from './app-shell.module.css'

const AppFooter = lazy(() => import('./app-footer'))
const MobileDock = lazy(() => import('./mobile-dock'))

/** The layout of every page: header, the page itself in one main landmark, footer, and on a phone the dock. */
export function AppShell({ children }: { children: ReactNode }) {
  const phone = useMedia('(max-width: 767px)', true)
  return (
    <>
      <a className={css.skip} href="#main">
        {t.skip}
      </a>
      <RouteProgress />
      <AppHeader />
      <Banners />
      <main id="main" className={ui.wrap} tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={<div className={appFooterCss.root} />}>
        <AppFooter />
      </Suspense>
      {phone ? (
        <Suspense fallback={<nav className={mobileDockCss.root} aria-label={t.dock} />}>
          <MobileDock />
        </Suspense>
      ) : null}
      <Toaster />
      <RouteAnnouncer />
    </>
  )
}
