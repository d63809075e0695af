import { useRouterState } from '@tanstack/react-router'
import { Plus, Search, SunMoon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BrandMark } from '@/components/layout/brand-mark'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass, IconButton } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { brandName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import { contentTypes } from '@/lib/content-types'
import { hrefOf, type Address } from '@/lib/address'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { listingParams, signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { useMedia } from '@/lib/use-media'
import { useSheet } from '@/stores/sheet'
import { resolveTheme, useTheme } from '@/stores/theme'
import { DiscoverButton } from './discover-button'
import { HeaderSearch } from './header-search'
import ui from '@/components/ui/ui.module.css'
import css from './app-header.module.css'

const AccountMenu = lazy(() => import('./account-menu'))
const CreateMenu = lazy(() => import('./create-menu'))
const loadDiscover = () => import('./discover-menu')
const DiscoverMenu = lazy(loadDiscover)

/** Where publishing starts: the list of own projects with the creation dialog open. */
const publishing = { to: '/dashboard/projects', search: { create: true } } as const satisfies Address

/** The pages of work are wider. Their address says it, so that nothing moves when they are loaded. */
const working = /^\/(dashboard|moderation|servers)|\/settings(\/|$)|\/version\/.+(-new|\/edit)$/

export function AppHeader() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = useSession()
  const openSheet = useSheet((state) => state.open)
  const open = path.split('/')[1] ?? ''
  const publish = (address: Address) => (
    <PathLink className={buttonClass({ size: 'sm' }, ui.hideS)} {...address}>
      <Plus className={ui.icon} aria-hidden />
      {t.publish}
    </PathLink>
  )
  return (
    <header className={css.root} data-work={working.test(path) || undefined}>
      <div className={cn(ui.wrap, css.inner)}>
        <PathLink className={css.brand} to="/" aria-label={t.home(brandName())}>
          <BrandMark />
          <span>{brandName()}</span>
        </PathLink>
        <Discover />
        <nav className={css.nav} aria-label={t.types}>
          {contentTypes.map((type) => {
            const here = open === type.id || path === type.path
            return (
              <PathLink
                key={type.id}
                to="/$listing"
                params={listingParams(type)}
                className={here ? css.on : undefined}
                aria-current={path === type.path ? 'page' : undefined}
              >
                {type.label}
              </PathLink>
            )
          })}
        </nav>
        <HeaderSearch />
        <div className={css.end}>
          <IconButton
            className={cn(ui.onlyS, css.sheet)}
            kind="quiet"
            size="sm"
            label={t.search}
            aria-haspopup="dialog"
            onClick={() => openSheet('search')}
          >
            <Search className={ui.icon20} aria-hidden />
          </IconButton>
          {user ? (
            <Suspense fallback={publish(publishing)}>
              <CreateMenu />
            </Suspense>
          ) : (
            publish(signIn(hrefOf(publishing)))
          )}
          <ThemeButton />
          {user ? (
            <Suspense fallback={<Pic src={user.avatar_url} name={user.username} size={32} round />}>
              <AccountMenu user={user} />
            </Suspense>
          ) : (
            <PathLink
              className={buttonClass({ kind: 'primary', size: 'sm' })}
              {...signIn(path)}
              aria-hidden={user === undefined || undefined}
              style={user === undefined ? { visibility: 'hidden' } : undefined}
            >
              {t.signIn}
            </PathLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** The menu's code is loaded when the pointer or the focus reaches it. */
function Discover() {
  const [wanted, setWanted] = useState(false)
  if (wanted) {
    return (
      <Suspense fallback={<DiscoverButton aria-expanded aria-busy />}>
        <DiscoverMenu />
      </Suspense>
    )
  }
  return (
    <DiscoverButton
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void loadDiscover()}
      onFocus={() => void loadDiscover()}
    />
  )
}

function ThemeButton() {
  const choice = useTheme((state) => state.choice)
  const preferred = useTheme((state) => state.preferredDark)
  const cycle = useTheme((state) => state.cycle)
  const dark = useMedia('(prefers-color-scheme: dark)')
  return (
    <IconButton kind="quiet" size="sm" label={t.themeNow(t.themes[resolveTheme(choice, preferred, dark)])} onClick={cycle}>
      <SunMoon className={ui.icon} aria-hidden />
    </IconButton>
  )
}
