import { useRouterState } from '@tanstack/react-router'
import { Bell, CircleUser, Compass, House, Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { typeOf, typeOfListing } from '@/lib/content-types'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { useSheet } from '@/stores/sheet'
import ui from '@/components/ui/ui.module.css'
import css from './mobile-dock.module.css'

const BrowseSheet = lazy(() => import('./browse-sheet'))
const AccountSheet = lazy(() => import('./account-sheet'))

/** The bar at the bottom of a phone's page, and the sheets that it opens. Loaded on narrow screens only. */
export default function MobileDock() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = useSession()
  const { shown, open, close } = useSheet()
  const segment = path.split('/')[1] ?? ''
  const browsing = Boolean(typeOfListing(segment) ?? typeOf(segment))
  const told = path.startsWith('/dashboard/notifications')
  const mine = !told && ['dashboard', 'auth', 'settings', 'moderation', 'servers'].includes(segment)
  return (
    <>
      <nav className={css.root} aria-label={t.dock}>
        <PathLink to="/" className={path === '/' ? css.on : undefined} aria-current={path === '/' ? 'page' : undefined}>
          <House className={ui.icon20} aria-hidden />
          {shellText.home}
        </PathLink>
        <button
          type="button"
          className={browsing ? css.on : undefined}
          aria-haspopup="dialog"
          aria-expanded={shown === 'browse'}
          onClick={() => open('browse')}
        >
          <Compass className={ui.icon20} aria-hidden />
          {t.discover}
        </button>
        <button type="button" aria-haspopup="dialog" aria-expanded={shown === 'search'} onClick={() => open('search')}>
          <Search className={ui.icon20} aria-hidden />
          {t.search}
        </button>
        {user ? (
          <>
            <PathLink to="/dashboard/notifications" className={told ? css.on : undefined} aria-current={told ? 'page' : undefined}>
              <Bell className={ui.icon20} aria-hidden />
              {shellText.myNotifications}
            </PathLink>
            <button
              type="button"
              className={mine ? css.on : undefined}
              aria-haspopup="dialog"
              aria-expanded={shown === 'account'}
              onClick={() => open('account')}
            >
              <CircleUser className={ui.icon20} aria-hidden />
              {shellText.me}
            </button>
          </>
        ) : (
          <PathLink {...signIn(path)} className={segment === 'auth' ? css.on : undefined}>
            <CircleUser className={ui.icon20} aria-hidden />
            {t.signIn}
          </PathLink>
        )}
      </nav>
      <Suspense>
        {shown === 'browse' || shown === 'search' ? <BrowseSheet search={shown === 'search'} onClose={close} /> : null}
        {shown === 'account' && user ? <AccountSheet user={user} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
