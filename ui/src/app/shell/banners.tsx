import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import type { OwnUser } from '@/lib/api/types'
import { stageName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { readyLazy } from '@/lib/ready-lazy'
import { sessionQuery, useSession } from '@/lib/session'
import { useDeveloperMode } from '@/stores/flags'
import noteCss from '@/components/ui/note.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './banners.module.css'

const BannerStack = readyLazy(() => import('./banner-stack'))

const told = (user: OwnUser | null | undefined) =>
  user?.email_verified === false || user?.email === null || user?.suspensions ? user : undefined

/** Loads the code of the banners where one will be shown, so that it appears with the page and not above a pressed link. */
export const loadBanners = async (client: QueryClient) =>
  (stageName() || told(await client.ensureQueryData(sessionQuery))) && BannerStack.preload()

function watch(change: () => void): () => void {
  const end = new AbortController()
  addEventListener('online', change, end)
  addEventListener('offline', change, end)
  return () => end.abort()
}

/** States of the whole site: no network (whose banner cannot be loaded then), a suspension, an address to verify, developer
 * mode, or a stage other than the production site. */
export function Banners() {
  const online = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )
  const developer = useDeveloperMode((state) => state.on)
  const user = told(useSession())
  return (
    <>
      {online ? null : (
        <div className={cn(ui.wrap, css.root)}>
          <div className={cn(noteCss.root, noteCss.warn)} role="status">
            {t.offline}
          </div>
        </div>
      )}
      {developer || stageName() || user ? (
        <Suspense>
          <BannerStack user={user} />
        </Suspense>
      ) : null}
    </>
  )
}
