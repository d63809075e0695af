import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { offerAddress, projectOfferQuery } from '@/lib/offers'
import { usePrefs } from '@/stores/prefs'
import ui from '@/components/ui/ui.module.css'

/** The way to what the operator recommends for a server with this project, unless the visitor hides promotions. */
export function OfferButton({ project }: { project: string }) {
  const hidden = usePrefs((state) => state.hideAppPromos)
  const offer = useQuery({ ...projectOfferQuery(project), enabled: !hidden })
  if (hidden || !offer.data) return null
  return (
    <PathLink className={buttonClass({ size: 'lg' })} target="_blank" rel="sponsored" {...offerAddress(offer.data.code)}>
      <Server className={ui.icon} aria-hidden />
      {t.setup}
      <span className={ui.visuallyHidden}>（{uiText.newTab}）</span>
    </PathLink>
  )
}
