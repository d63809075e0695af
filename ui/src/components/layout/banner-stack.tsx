import { FlaskConical, Hammer } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmailBanner } from '@/features/settings'
import type { OwnUser } from '@/lib/api/types'
import { stageName } from '@/lib/brand'
import { shellText as t } from '@/lib/i18n/zh-Hans/shell'
import { useDeveloperMode } from '@/stores/flags'
import { usePrefs } from '@/stores/prefs'

type BannerStackProps = { developer: boolean; staging: boolean; mail: OwnUser | undefined }

/** The banners, the most urgent first. */
export default function BannerStack({ developer, staging, mail }: BannerStackProps) {
  const leave = useDeveloperMode((state) => state.toggle)
  const { change, hideStagingBanner } = usePrefs()
  const staged = staging && !hideStagingBanner
  if (!developer && !staged && !mail) return null
  return (
    <div className="wrap banners">
      {mail ? <EmailBanner user={mail} /> : null}
      {staged ? (
        <div className="note note-warn" role="note">
          <FlaskConical className="i" aria-hidden />
          <span className="grow">{t.staging(stageName())}</span>
          <Button size="xs" onClick={() => change({ hideStagingBanner: true })}>
            {t.hide}
          </Button>
        </div>
      ) : null}
      {developer ? (
        <div className="note" role="status">
          <Hammer className="i" aria-hidden />
          <span className="grow">{t.devModeOn}</span>
          <Button size="xs" onClick={leave}>
            {t.devModeOff}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
