import { PathLink } from '@/components/layout/path-link'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { contentTypes } from '@/lib/content-types'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { DiscoverButton } from './discover-button'

/** The eight types, where the header has no space for them. It is opened when mounted. */
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
