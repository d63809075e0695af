import { useRouterState } from '@tanstack/react-router'
import { Plus, Search, SunMoon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { buttonClass, IconButton } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { brandName } from '@/lib/brand'
import { contentTypes } from '@/lib/content-types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { signInPath, useSession } from '@/lib/session'
import { resolveTheme, useTheme } from '@/stores/theme'
import { BrandMark } from './brand-mark'
import { HeaderSearch } from './header-search'
import { PathLink } from './path-link'

const AccountMenu = lazy(() => import('./account-menu'))

/** Where publishing begins: the list of one's projects with the creation dialog open. */
export const publishPath = '/dashboard/projects?create=true'

export function AppHeader() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = useSession()
  const open = path.split('/')[1] ?? ''
  return (
    <header className="top">
      <div className="wrap top-in">
        <PathLink className="brand" href="/" aria-label={t.home}>
          <BrandMark />
          <span>{brandName()}</span>
        </PathLink>
        <nav className="top-nav" aria-label={t.types}>
          {contentTypes.map((type) => {
            const here = open === type.id || path === type.path
            return (
              <PathLink key={type.id} href={type.path} className={here ? 'is-on' : undefined} aria-current={path === type.path ? 'page' : undefined}>
                {type.label}
              </PathLink>
            )
          })}
        </nav>
        <HeaderSearch />
        <div className="top-end">
          <PathLink className={buttonClass({ kind: 'quiet', size: 'sm' }, 'btn-icon only-s')} href="/mods" aria-label={t.search}>
            <Search className="i i-20" aria-hidden />
          </PathLink>
          <PathLink className={buttonClass({ size: 'sm' }, 'hide-s')} href={publishPath}>
            <Plus className="i" aria-hidden />
            {t.publish}
          </PathLink>
          <ThemeButton />
          {user ? (
            <Suspense fallback={<Pic src={user.avatar_url} name={user.username} size={32} round />}>
              <AccountMenu user={user} />
            </Suspense>
          ) : (
            <PathLink className={buttonClass({ kind: 'primary', size: 'sm' })} href={signInPath(path)} aria-hidden={user === undefined || undefined} style={user === undefined ? { visibility: 'hidden' } : undefined}>
              {t.signIn}
            </PathLink>
          )}
        </div>
      </div>
    </header>
  )
}

function ThemeButton() {
  const choice = useTheme((state) => state.choice)
  const preferred = useTheme((state) => state.preferredDark)
  const cycle = useTheme((state) => state.cycle)
  return (
    <IconButton kind="quiet" size="sm" label={t.themeNow(t.themes[resolveTheme(choice, preferred)])} onClick={cycle}>
      <SunMoon className="i" aria-hidden />
    </IconButton>
  )
}
