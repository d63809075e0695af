import { PathLink } from '@/components/layout/path-link'
import { NavTabs } from '@/components/ui/tabs-nav'
import { formatExact } from '@/lib/format'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { usePlaces } from '../use-places'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'

/** Where else the same text can be searched for, with the number of results there. */
export default function PlaceTabs({ here, text }: { here: string; text: string }) {
  return (
    <NavTabs label={t.tabs} className={ui.above12}>
      {usePlaces(text).map(({ listing, label, count }) => (
        <PathLink
          key={listing}
          to="/$listing"
          params={{ listing }}
          search={text ? { q: text } : {}}
          className={listing === here ? tabsCss.on : undefined}
          aria-current={listing === here ? 'page' : undefined}
          prepares={false}
        >
          {label}
          {count === undefined ? null : <small>{formatExact(count)}</small>}
        </PathLink>
      ))}
    </NavTabs>
  )
}
