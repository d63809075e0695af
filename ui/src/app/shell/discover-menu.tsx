import { PathLink } from '@/components/layout/path-link'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { contentTypes } from '@/lib/content-types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { DiscoverButton } from './discover-button'

/** The eight types, where the header has no room for them side by side. Opens as it comes. */
export default function DiscoverMenu() {
  return (
    <Menu label={t.types} align="start" defaultOpen trigger={<DiscoverButton />}>
      {contentTypes.map((type) => (
        <MenuItem key={type.id} asChild>
          <PathLink href={type.path}>{type.label}</PathLink>
        </MenuItem>
      ))}
    </Menu>
  )
}
