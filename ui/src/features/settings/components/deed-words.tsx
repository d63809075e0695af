import { AddressLink } from '@/components/layout/address-link'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import type { Deed } from '../activity-api'
import { kindName, wordsOf } from '../model/deeds'
import ui from '@/components/ui/ui.module.css'
import css from './activity-page.module.css'

/** The name of the thing of a deed, or what it is where nobody may know its name. */
export const thingName = ({ thing }: Deed): string => thing.title || kindName(thing.kind)

/** What was done to what, and how often. */
export function DeedWords({ deed }: { deed: Deed }) {
  const { thing } = deed
  return (
    <p className={css.what}>
      <span>{wordsOf(deed.type)}</span>
      {thing.url ? (
        <AddressLink className={cn(ui.link, ui.break)} href={thing.url}>
          {thingName(deed)}
        </AddressLink>
      ) : (
        <span className={ui.muted}>{thingName(deed)}</span>
      )}
      {deed.times > 1 ? <span className={cn(ui.small, ui.tabular)}>{t.times(formatExact(deed.times))}</span> : null}
    </p>
  )
}
