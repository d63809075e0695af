import type { ReactNode } from 'react'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { AppFooter } from './app-footer'
import { AppHeader } from './app-header'
import { Banners } from './banners'
import { MobileDock } from './mobile-dock'
import { RouteAnnouncer } from './route-announcer'
import { RouteProgress } from './route-progress'
import { Toaster } from './toaster'

/** The frame of every page: header, the page itself in one main landmark, footer, dock. */
export function AppShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <RouteProgress />
      <AppHeader />
      <Banners />
      <main id="main" className="wrap" tabIndex={-1}>
        {children}
      </main>
      <AppFooter />
      <MobileDock />
      <Toaster />
      <RouteAnnouncer />
    </>
  )
}
