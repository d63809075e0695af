import { lazy, Suspense, useSyncExternalStore } from 'react'
import { stageName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useSession } from '@/lib/session'
import { useDeveloperMode } from '@/stores/flags'
import noteCss from '@/components/ui/note.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './banners.module.css'

const BannerStack = lazy(() => import('./banner-stack'))

function watch(change: () => void): () => void {
  addEventListener('online', change)
  addEventListener('offline', change)
  return () => {
    removeEventListener('online', change)
    removeEventListener('offline', change)
  }
}

/** States of the whole site: no network (whose banner cannot be loaded then), an address to verify, developer
 * mode, or a stage other than the production site. */
export function Banners() {
  const online = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )
  const developer = useDeveloperMode((state) => state.on)
  const staging = stageName() !== ''
  const user = useSession()
  const mail = user?.email_verified === false || user?.email === null ? user : undefined
  return (
    <>
      {online ? null : (
        <div className={cn(ui.wrap, css.root)}>
          <div className={cn(noteCss.root, noteCss.warn)} role="status">
            {t.offline}
          </div>
        </div>
      )}
      {developer || staging || mail ? (
        <Suspense>
          <BannerStack developer={developer} staging={staging} mail={mail} />
        </Suspense>
      ) : null}
    </>
  )
}
