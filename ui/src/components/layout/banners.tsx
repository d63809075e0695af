import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { useDeveloperMode } from '@/stores/flags'

function watch(change: () => void): () => void {
  addEventListener('online', change)
  addEventListener('offline', change)
  return () => {
    removeEventListener('online', change)
    removeEventListener('offline', change)
  }
}

/** What holds for the whole site right now: no network, developer mode. */
export function Banners() {
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  const developer = useDeveloperMode()
  if (online && !developer.on) return null
  return (
    <div className="wrap banners">
      {online ? null : (
        <div className="note note-warn" role="status">
          <WifiOff className="i" aria-hidden />
          {t.offline}
        </div>
      )}
      {developer.on ? (
        <div className="note" role="status">
          <span className="grow">{t.devModeOn}</span>
          <Button size="xs" onClick={developer.toggle}>
            {t.devModeOff}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
