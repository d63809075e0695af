import { FlaskConical, Hammer } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmailBanner, SuspensionBanner } from '@/features/settings'
import type { OwnUser } from '@/lib/api/types'
import { stageName } from '@/lib/brand'
import { cn } from '@/lib/cn'
import { shellText as t } from '@/lib/i18n/zh-Hans/shell'
import { useDeveloperMode } from '@/stores/flags'
import { usePrefs } from '@/stores/prefs'
import noteCss from '@/components/ui/note.module.css'
import ui from '@/components/ui/ui.module.css'
import bannersCss from './banners.module.css'

/** The banners, most urgent first. */
export default function BannerStack({ user }: { user: OwnUser | undefined }) {
  const { on: developer, toggle: leave } = useDeveloperMode()
  const { change, hideStagingBanner } = usePrefs()
  const staged = stageName() !== '' && !hideStagingBanner
  const mail = user?.email_verified === false || user?.email === null ? user : undefined
  if (!developer && !staged && !user) return null
  return (
    <div className={cn(ui.wrap, bannersCss.root)}>
      {user?.suspensions?.map((one) => (
        <SuspensionBanner key={one.kind} suspension={one} />
      ))}
      {mail ? <EmailBanner user={mail} /> : null}
      {staged ? (
        <div className={cn(noteCss.root, noteCss.warn)} role="note">
          <FlaskConical className={ui.icon} aria-hidden />
          <span className={ui.grow}>{t.staging(stageName())}</span>
          <Button size="xs" onClick={() => change({ hideStagingBanner: true })}>
            {t.hide}
          </Button>
        </div>
      ) : null}
      {developer ? (
        <div className={noteCss.root} role="status">
          <Hammer className={ui.icon} aria-hidden />
          <span className={ui.grow}>{t.devModeOn}</span>
          <Button size="xs" onClick={leave}>
            {t.devModeOff}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
